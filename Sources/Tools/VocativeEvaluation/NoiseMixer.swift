import AudioSamples
import Foundation

/// Adds noise to speech at a signal-to-noise ratio, by the method of Picovoice's speech-to-intent benchmark.
///
/// An excerpt of noise as long as the speech is scaled by `sqrt(Emax(speech) / (Emax(noise) · 10^(snr/10)))`, where `Emax` is the
/// largest energy of a frame of 2,048 samples; the sum is divided by twice its peak.
public struct NoiseMixer: Sendable {
  private let noise: [Int16]
  private static let frameLength = 2048

  /// Creates a mixer for one recording of noise at 16 kHz.
  public init(noise: [Int16]) {
    self.noise = noise
  }

  /// Returns the speech with noise; only `seed` decides which excerpt of the noise is used.
  ///
  /// - Parameters:
  ///   - ratio: The signal-to-noise ratio, in dB.
  ///   - following: The number of samples of noise alone, at the same scale, to append after the speech.
  public func mixed(_ speech: [Int16], ratio: Double, seed: UInt64, following: Int = 0) -> [Int16] {
    guard !noise.isEmpty, !speech.isEmpty else { return speech + [Int16](repeating: 0, count: following) }
    var generator = SplitMix(state: seed)
    let start = noise.count > speech.count ? Int(generator.next() % UInt64(noise.count - speech.count)) : 0
    let stretch = speech.indices.map { Double(noise[(start + $0) % noise.count]) }
    let voice = speech.map(Double.init)
    let scale = (Self.maxEnergy(voice) / (max(Self.maxEnergy(stretch), 1e-9) * pow(10, ratio / 10))).squareRoot()
    let sum = zip(voice, stretch).map { $0 + scale * $1 }
    let peak = max(sum.map(abs).max() ?? 1, 1e-9)
    let rest = (0..<following).map { scale * Double(noise[(start + speech.count + $0) % noise.count]) }
    return (sum + rest).map { Int16(clamping: $0 / (2 * peak) * 32_768) }
  }

  private static func maxEnergy(_ samples: [Double]) -> Double {
    stride(from: 0, to: max(samples.count - frameLength, 0) + 1, by: frameLength).map { start in
      samples[start..<min(start + frameLength, samples.count)].reduce(0) { $0 + $1 * $1 }
    }.max() ?? 0
  }
}

/// SplitMix64 (Steele, Lea and Flood, 2014): gives the same numbers for the same seed on every machine.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
