import Foundation
import Vocative

/// What was heard where a passphrase was asked for, each for one use.
///
/// A transcript goes through other programs, which log it and show it. In place of the words it has a code, for a right passphrase as for
/// a wrong one: only whoever takes the answer finds out, and counts it as a guess.
struct HeardPassphrases {
  private struct Heard {
    let understanding: Understanding
    let host: String
    let time: Duration
  }

  private let most: Int
  private var heard: [String: Heard] = [:]

  init(most: Int) { self.most = most }

  /// Keeps what was heard, and gives the code for it.
  mutating func keep(_ understanding: Understanding, from peer: ServedPeer, at time: Duration) -> String {
    let code = "passphrase \(UUID().uuidString.lowercased())"
    heard[code] = Heard(understanding: understanding, host: peer.host, time: time)
    if heard.count > most, let oldest = heard.min(by: { $0.value.time < $1.value.time }) { heard[oldest.key] = nil }
    return code
  }

  /// What a code stands for, once, and only for the computer that was given it; nil for any other text.
  mutating func take(_ code: String, from peer: ServedPeer) -> Understanding? {
    guard heard[code]?.host == peer.host else { return nil }
    return heard.removeValue(forKey: code)?.understanding
  }

  mutating func forget(before time: Duration) { heard = heard.filter { $0.value.time >= time } }
}
