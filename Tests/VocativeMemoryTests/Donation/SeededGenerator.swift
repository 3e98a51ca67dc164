import Foundation

/// A SplitMix64 generator, which returns the same numbers for a seed on all machines.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// Returns a normally distributed number, by the Box-Muller transform.
  mutating func normal(mean: Double, deviation: Double) -> Double {
    let radius = (-2 * log(Double.random(in: Double.leastNonzeroMagnitude..<1, using: &self))).squareRoot()
    return mean + deviation * radius * cos(2 * Double.pi * Double.random(in: 0..<1, using: &self))
  }
}
