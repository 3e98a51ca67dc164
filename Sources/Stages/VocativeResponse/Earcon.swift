import AudioSamples
import Foundation

/// A short tone that signals a state: a synthesized sine that fades in and out.
public struct Earcon: Equatable, Sendable {
  /// The frequency, in Hz.
  public var frequency = 880.0
  /// The duration, in seconds.
  public var duration = 0.12
  /// The peak amplitude, as a share of full scale.
  public var amplitude = 0.25

  /// The sample rate, in Hz.
  static let rate = SpeechAudio.sampleRate
  /// The duration of each fade, in seconds; a tone without a fade clicks.
  private static let fade = 0.02

  /// Creates the default tone.
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
