import Foundation
import Vocative

/// Spoken passphrases, each for one use.
///
/// Other programs log and show transcripts, so the transcript contains a code instead of the words, for a right passphrase and a
/// wrong one alike. Only the program that handles the answer learns the difference, and counts a wrong one as a guess.
struct HeardPassphrases {
  private struct Heard {
    let understanding: Understanding
    let host: String
    let time: Duration
  }

  private let limit: Int
  private var heard: [String: Heard] = [:]

  init(limit: Int) { self.limit = limit }

  /// Stores a spoken text, and returns its code.
  mutating func keep(_ understanding: Understanding, from peer: ServedPeer, at time: Duration) -> String {
    let code = "passphrase \(UUID().uuidString.lowercased())"
    heard[code] = Heard(understanding: understanding, host: peer.host, time: time)
    if heard.count > limit, let oldest = heard.min(by: { $0.value.time < $1.value.time }) { heard[oldest.key] = nil }
    return code
  }

  /// Returns the text of a code once, and only for the computer that received the code; nil for any other text.
  mutating func receive(_ code: String, from peer: ServedPeer) -> Understanding? {
    guard heard[code]?.host == peer.host else { return nil }
    return heard.removeValue(forKey: code)?.understanding
  }

  mutating func forget(before time: Duration) { heard = heard.filter { $0.value.time >= time } }
}
