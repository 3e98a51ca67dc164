import AudioSamples
import Foundation

/// Simulates the sound of a loudspeaker at a nearby microphone.
public enum EchoRoom {
  /// The paths from the loudspeaker to the microphone, with delays in samples and gains.
  ///
  /// The direct sound arrives after 8 ms at half its level, followed by forty reflections that fade by 60 dB in 0.15 s.
  public static let paths: [(delay: Int, gain: Double)] = {
    let noise = SyntheticAudio.noise(count: 80, seed: 7).map { Double($0) / 32_768 }
    return [(128, 0.5)]
      + (0..<40).map { index in
        let delay = index * 60 + Int(abs(noise[index]) * 60)
        return (128 + delay, 0.4 * noise[40 + index] * pow(10, -3 * Double(delay) / 2400))
      }
  }()

  /// Returns the echo of a played signal.
  public static func echo(of played: [Int16]) -> [Int16] {
    var heard = [Double](repeating: 0, count: played.count)
    for (delay, gain) in paths {
      for index in delay..<max(delay, played.count) { heard[index] += gain * Double(played[index - delay]) }
    }
    return heard.map { Int16(clamping: $0) }
  }

  /// Returns the sum of two signals.
  public static func sum(_ one: [Int16], _ other: [Int16]) -> [Int16] {
    (0..<max(one.count, other.count)).map { index in
      let sum = (index < one.count ? Int(one[index]) : 0) + (index < other.count ? Int(other[index]) : 0)
      return Int16(clamping: sum)
    }
  }

  /// Returns the mean power, in dB.
  public static func level(of samples: some Collection<Int16>) -> Double {
    10 * log10(max(1e-9, samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(max(samples.count, 1))))
  }
}
