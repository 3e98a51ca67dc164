import AudioSamples
import Foundation

/// Adds faint white noise, so that no part of the audio is digitally silent; the noise is deterministic.
///
/// The features are logarithms of band energies. Exact zeros, which files and muted inputs contain but microphones do not, are so
/// far below everything else that they distort the mean used for normalization.
public struct NoiseFloor: Sendable {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15
  private let amplitude: Float

  /// Creates noise at `level` dBFS RMS.
  public init(level: Double) {
    // Uniform noise of amplitude a has an RMS of a/√3.
    amplitude = Float(32_768 * pow(10, level / 20) * 3.0.squareRoot())
  }

  /// Returns the samples with noise added.
  public mutating func applied(to samples: some Collection<Int16>) -> [Int16] {
    samples.map { sample in
      // xorshift64 (Marsaglia, 2003): good enough for inaudible noise.
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      let uniform = Float(Int32(truncatingIfNeeded: state >> 32)) / 2_147_483_648
      return Int16(clamping: Float(sample) + uniform * amplitude)
    }
  }
}
