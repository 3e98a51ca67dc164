import Foundation
import Vocative

/// Understood speech whose transcript says less than was heard, each for one use.
///
/// A transcript is text, and it comes back as text to be handled. A spoken passphrase must not stand in it, because other programs log and
/// show transcripts: it contains a code instead, for a right passphrase and a wrong one alike. Only the program that handles the answer
/// learns the difference, and counts a wrong one as a guess. And text has no rival, so a command that was hardly told from its opposite
/// would be performed without the question about it.
struct HeardSpeech {
  /// One utterance.
  struct Utterance: Equatable {
    let understanding: Understanding
    /// Whether its transcript is a code in place of a passphrase.
    let isPassphrase: Bool

    /// Returns the meaning of the transcript with its rival, if this is the utterance of that meaning.
    func rivaling(_ read: Understanding) -> Understanding {
      guard !isPassphrase, case .understood(let spoken) = understanding, case .understood(let written) = read,
        spoken.intent == written.intent, spoken.slots == written.slots
      else { return read }
      return understanding
    }
  }

  private struct Key: Hashable {
    let transcript: String
    let host: String
  }

  private let limit: Int
  private var heard: [Key: (utterance: Utterance, time: Duration)] = [:]

  init(limit: Int) { self.limit = limit }

  /// Stores a spoken passphrase, right or wrong, and returns the code for its transcript.
  mutating func keepPassphrase(_ understanding: Understanding, from peer: ServedPeer, at time: Duration) -> String {
    let code = "passphrase \(UUID().uuidString.lowercased())"
    keep(Utterance(understanding: understanding, isPassphrase: true), as: code, from: peer, at: time)
    return code
  }

  /// Stores a command with a rival; forgets an earlier one with the same transcript if this one has none.
  mutating func keepRival(of interpretation: Interpretation, from peer: ServedPeer, at time: Duration) {
    let transcript = interpretation.text
    guard interpretation.rival != nil else {
      heard[Key(transcript: transcript, host: peer.host)] = nil
      return
    }
    keep(Utterance(understanding: .understood(interpretation), isPassphrase: false), as: transcript, from: peer, at: time)
  }

  /// Stores an utterance for its transcript, also one that was received and could not be used.
  mutating func keep(_ utterance: Utterance, as transcript: String, from peer: ServedPeer, at time: Duration) {
    heard[Key(transcript: transcript, host: peer.host)] = (utterance, time)
    guard heard.count > limit else { return }
    if let dropped = heard.elementToDrop(host: { $0.key.host }, time: { $0.value.time }) { heard[dropped.key] = nil }
  }

  /// Returns the utterance of a transcript once, and only for the computer that received the transcript; nil for any other text.
  mutating func receive(_ transcript: String, from peer: ServedPeer) -> Utterance? {
    heard.removeValue(forKey: Key(transcript: transcript, host: peer.host))?.utterance
  }

  /// Returns whether a text is the transcript of a command with a rival; it stays so, because the text may still be handled.
  func isRival(_ transcript: String, from peer: ServedPeer) -> Bool {
    heard[Key(transcript: transcript, host: peer.host)]?.utterance.isPassphrase == false
  }

  mutating func forget(before time: Duration) { heard = heard.filter { $0.value.time >= time } }
}
