import Foundation

/// Generated audio, the same on every run.
public enum SyntheticAudio {
  /// Returns a sine of `frequency` Hz at half of full scale.
  public static func sine(_ frequency: Double, seconds: Double, rate: Int) -> [Int16] {
    (0..<Int(seconds * Double(rate))).map { Int16(16_384 * sin(2 * .pi * frequency * Double($0) / Double(rate))) }
  }

  /// Returns 16-bit noise over the full range; another seed gives other noise.
  public static func noise(count: Int, seed: UInt64 = 1) -> [Int16] {
    var state = seed
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int16(truncatingIfNeeded: state >> 48)
    }
  }

  /// Returns the same samples in each of `channels` interleaved channels.
  public static func interleaved(_ samples: [Int16], channels: Int) -> [Int16] {
    samples.flatMap { Array(repeating: $0, count: channels) }
  }

  /// Returns raw 16-bit little-endian bytes.
  public static func bytes(_ samples: [Int16]) -> [UInt8] {
    samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
  }

  /// Returns the frequency of a pure tone in Hz, from its zero crossings.
  public static func frequency(of samples: [Int16], rate: Int) -> Double {
    let rises = samples.indices.dropFirst().filter { samples[$0 - 1] < 0 && samples[$0] >= 0 }
    guard let first = rises.first, let last = rises.last, last > first else { return 0 }
    return Double(rises.count - 1) * Double(rate) / Double(last - first)
  }
}
