import Foundation

/// Brings a whole utterance to one level and puts a faint noise floor under it.
///
/// The features' first coefficient is the level, and the mean it is normalised by is learnt over seconds: quiet speech is otherwise
/// compared with models of loud speech. What lies near or below one step of 16 bits is lost before the gain, so quiet recordings
/// gain, and loud ones lose nothing.
public struct LevelNormalizer: Equatable, Sendable {
  /// Peak after normalisation, dBFS.
  public var peak: Double
  /// White noise under it, dBFS RMS.
  public var noise: Double

  /// A normaliser with the noise floor that measured best: 60 dB below the peak.
  public init(peak: Double = -6, noise: Double = -66) {
    self.peak = peak
    self.noise = noise
  }

  /// The utterance at the new level.
  public func normalized(_ samples: [Int16]) -> [Int16] {
    let loudest = samples.lazy.map { abs(Int($0)) }.max() ?? 0
    let gain = Float(32_768 * pow(10, peak / 20)) / Float(max(loudest, 1))
    var floor = NoiseFloor(level: noise)
    return floor.applied(to: samples.map { Int16(max(-32_768, min(32_767, (Float($0) * gain).rounded()))) })
  }
}
