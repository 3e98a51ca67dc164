import Foundation

/// The level of a stretch of audio, in dB below full scale.
public struct InputLevel: Equatable, Sendable {
  /// Root mean square, in dBFS: -3 for a full-scale sine, `floor` for digital silence.
  public let rms: Double
  /// The largest sample, in dBFS.
  public let peak: Double
  /// The number of samples at full scale, which are usually clipped.
  public let clippedSamples: Int

  /// The level of digital silence, in dBFS; one step of 16-bit audio is -90.3.
  public static let floor = -96.0

  /// Measures samples.
  public init(of samples: some Collection<Int16>) {
    var sum = 0.0
    var largest = 0
    var clipped = 0
    for sample in samples {
      let value = abs(Int(sample))
      sum += Double(value * value)
      largest = max(largest, value)
      if value >= 32_767 { clipped += 1 }
    }
    let mean = samples.isEmpty ? 0 : (sum / Double(samples.count)).squareRoot()
    rms = Self.decibels(mean)
    peak = Self.decibels(Double(largest))
    clippedSamples = clipped
  }

  private static func decibels(_ amplitude: Double) -> Double {
    amplitude < 0.5 ? floor : 20 * log10(amplitude / 32_768)
  }
}
