import Foundation

/// A short tone that says something without words: a sine that fades in and out, made from nothing.
public struct Earcon: Equatable, Sendable {
  /// Hz.
  public var frequency = 880.0
  /// Seconds.
  public var duration = 0.12
  /// Of full scale, at the loudest.
  public var amplitude = 0.25

  /// Samples a second, in Hz.
  static let rate = 16_000
  /// Seconds of each fade: a tone that begins at once is heard as a click.
  private static let fade = 0.02

  /// The tone used when nothing else is said.
  public init() {}

  /// The tone as mono samples at 16 kHz; each fade is half a period of a cosine.
  package var samples: [Int16] {
    let count = Int(max(duration, 0) * Double(Self.rate))
    let fade = min(Self.fade * Double(Self.rate), Double(count) / 2)
    return (0..<count).map { index in
      let edge = min(Double(min(index, count - 1 - index)) / max(fade, 1), 1)
      let gain = min(max(amplitude, 0), 1) * (1 - cos(.pi * edge)) / 2
      return Int16(32_767 * gain * sin(2 * .pi * frequency * Double(index) / Double(Self.rate)))
    }
  }
}
