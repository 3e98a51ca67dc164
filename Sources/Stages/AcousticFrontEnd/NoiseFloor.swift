import Foundation

/// Adds faint white noise, the same for the same audio, so that no stretch of it is digitally silent.
///
/// The features are logarithms of band energies: exact zeros, which no microphone gives but files and muted inputs do, lie so far
/// below everything else that they spoil the mean the features are normalised by.
public struct NoiseFloor: Sendable {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15
  private let amplitude: Float

  /// Noise at `level` dBFS RMS.
  public init(level: Double) {
    // Uniform noise of amplitude a has an RMS of a/√3.
    amplitude = Float(32_768 * pow(10, level / 20) * 3.0.squareRoot())
  }

  /// The samples with noise added.
  public mutating func applied(to samples: some Collection<Int16>) -> [Int16] {
    samples.map { sample in
      // xorshift64 (Marsaglia, 2003): quality enough for noise nobody hears.
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      let uniform = Float(Int32(truncatingIfNeeded: state >> 32)) / 2_147_483_648
      return Int16(max(-32_768, min(32_767, (Float(sample) + uniform * amplitude).rounded())))
    }
  }
}
