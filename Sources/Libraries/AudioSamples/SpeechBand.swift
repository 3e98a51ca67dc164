import Foundation

/// Passes the band of telephone speech, 300 to 3,400 Hz (ITU-T G.712), with slopes of 6 dB per octave on both sides.
///
/// A Butterworth band-pass of the first order, from its analogue prototype by the bilinear transform, in transposed direct form II
/// (A. V. Oppenheim, R. W. Schafer, "Discrete-Time Signal Processing"). A pure value.
package struct SpeechBand: Sendable {
  /// The share of the power of white noise that passes; for a band-pass of the first order, it equals the gain.
  package static let shareOfWhiteNoise = gain

  private static let low = tan(Double.pi * 300 / Double(SpeechAudio.sampleRate))
  private static let high = tan(Double.pi * 3400 / Double(SpeechAudio.sampleRate))
  private static let bandwidth = high - low
  private static let normalization = 1 + bandwidth + low * high
  private static let gain = bandwidth / normalization
  private static let feedback = (2 * (low * high - 1) / normalization, (1 - bandwidth + low * high) / normalization)

  private var delayed = (0.0, 0.0)

  /// Creates a filter that has not received audio yet.
  package init() {}

  /// Returns a filtered 16 kHz mono sample, which must follow the previous one without a gap.
  package mutating func filtered(_ sample: Int16) -> Double {
    let input = Self.gain * Double(sample)
    let output = input + delayed.0
    delayed = (delayed.1 - Self.feedback.0 * output, -input - Self.feedback.1 * output)
    return output
  }
}
