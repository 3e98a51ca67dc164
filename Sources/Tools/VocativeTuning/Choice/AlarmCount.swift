import Foundation

/// The number of false alarms in some hours of audio, with the rate it implies.
public struct AlarmCount: Equatable, Sendable {
  /// The number of alarms.
  public let alarms: Int
  /// Hours of audio.
  public let hours: Double

  /// Creates a count.
  public init(alarms: Int, hours: Double) {
    self.alarms = alarms
    self.hours = hours
  }

  /// The upper bound of the true rate an hour with 95 % confidence; infinite without audio.
  ///
  /// The one-sided bound for a Poisson count (Garwood 1936): the mean at which this count or a smaller one occurs in one case of
  /// twenty, which is half the 95th percentile of chi-squared with 2n + 2 degrees of freedom. Without an alarm it is 3 divided by
  /// the hours, the rule of three (Hanley and Lippman-Hand 1983).
  public var upperBound: Double { hours > 0 ? Self.meanBound(of: alarms) / hours : .infinity }

  private static func meanBound(of count: Int) -> Double {
    var (low, high) = (0.0, 10 + 3 * Double(count))
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if probability(ofAtMost: count, mean: middle) > 0.05 { low = middle } else { high = middle }
    }
    return high
  }

  private static func probability(ofAtMost count: Int, mean: Double) -> Double {
    (0...count).reduce(0) { sum, number in
      sum + exp(Double(number) * log(max(mean, .leastNormalMagnitude)) - mean - lgamma(Double(number) + 1))
    }
  }
}
