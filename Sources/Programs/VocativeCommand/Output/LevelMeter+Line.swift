import Foundation
import Vocative

extension LevelMeter {
  /// The meter as the terminal's live line, followed by a word.
  func line(_ word: String) -> String {
    let width = 24
    let filled = Int(fraction * Double(width))
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    return "\(Self.clearing)\(bar) \(String(format: "%4.0f", level)) dB  \(word)"
  }

  /// Erases the live line.
  static let clearing = "\r\u{1B}[K"
}
