import AudioSamples
import Foundation

/// Scales a whole utterance to a fixed level and adds a faint noise floor.
///
/// The first coefficient of the features is the level, and the decoder adapts its mean over seconds. Without normalization, quiet
/// speech is compared with models of loud speech. Detail near or below one 16-bit step is already lost before the gain, so quiet
/// recordings improve and loud ones lose nothing.
public struct LevelNormalizer: Equatable, Sendable {
  /// The peak after normalization, in dBFS.
  public var peak: Double
  /// The level of the added white noise, in dBFS RMS.
  public var noise: Double

  /// Creates a normalizer; the default noise floor, 60 dB below the peak, measured best.
  public init(peak: Double = -6, noise: Double = -66) {
    self.peak = peak
    self.noise = noise
  }

  /// Returns the utterance at the new level.
  public func normalized(_ samples: [Int16]) -> [Int16] {
    let loudest = samples.lazy.map { abs(Int($0)) }.max() ?? 0
    let gain = Float(32_768 * pow(10, peak / 20)) / Float(max(loudest, 1))
    var floor = NoiseFloor(level: noise)
    return floor.applied(to: samples.map { Int16(clamping: Float($0) * gain) })
  }
}
