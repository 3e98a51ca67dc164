import Foundation
import Vocative

extension LevelMeter {
  /// The meter over the live line of a terminal, with a word behind it.
  func line(_ word: String) -> String {
    let width = 24
    let filled = Int(fraction * Double(width))
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    return "\(Self.clearing)\(bar) \(String(format: "%4.0f", level)) dB  \(word)"
  }

  /// Takes the live line away.
  static let clearing = "\r\u{1B}[K"
}
