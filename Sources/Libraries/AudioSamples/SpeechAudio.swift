/// The audio that all stages work with: 16 kHz, mono, 16 bit signed.
package enum SpeechAudio {
  /// The sample rate in Hz.
  package static let sampleRate = 16_000

  /// Returns the duration of a number of samples, in seconds.
  package static func seconds(of samples: Int) -> Double { Double(samples) / Double(sampleRate) }

  /// Returns the number of whole samples in a duration in seconds.
  package static func samples(in seconds: Double) -> Int { Int(seconds * Double(sampleRate)) }
}

extension Int16 {
  /// Rounds a value to the nearest sample, and limits it to 16 bits.
  package init(clamping value: Double) { self.init(Swift.max(-32_768, Swift.min(32_767, value.rounded()))) }

  /// Rounds a value to the nearest sample, and limits it to 16 bits.
  package init(clamping value: Float) { self.init(Swift.max(-32_768, Swift.min(32_767, value.rounded()))) }
}
