import Foundation

/// An exponential model of the false alarm rate at thresholds above the recorded candidates.
///
/// Fitted to the excesses of the nearest candidates over the next one (peaks over a threshold, Pickands 1975, with an exponential
/// tail). Ten candidates leave the scale uncertain by a third, so it is averaged with a typical scale that counts as ten more.
/// With the scores of an earlier version, the tails of three phrases in each half of 35 minutes of speech began with scales of 5 to 11
/// decades, and became steeper further out.
public struct AlarmTail: Equatable, Sendable {
  /// The number of candidates in the fit.
  public let count: Int
  /// The decimal logarithm of the score at which the tail begins.
  let start: Double
  /// Alarms an hour at the start.
  let rateAtStart: Double
  /// The number of decades in which the rate falls to 1/e.
  let scale: Double

  /// The maximum and minimum number of candidates in the fit.
  static let (maxCandidates, minCandidates) = (10, 4)
  /// The typical scale, in decades, and its weight in candidates.
  static let (defaultScale, defaultWeight) = (5.0, 10.0)

  /// Fits a tail to the scores of false alarms in some hours; nil if there are too few.
  init?(alarms: [Double], hours: Double) {
    let sorted = alarms.sorted(by: >)
    let count = min(Self.maxCandidates, sorted.count - 1)
    guard count >= Self.minCandidates, hours > 0 else { return nil }
    let start = sorted[count]
    let excess = sorted.prefix(count).reduce(0) { $0 + $1 - start }
    scale = (excess + Self.defaultWeight * Self.defaultScale) / (Double(count) + Self.defaultWeight)
    (self.count, self.start, rateAtStart) = (count, start, Double(count) / hours)
  }

  /// Returns the decimal logarithm of the threshold with a rate of false alarms an hour.
  func threshold(at rate: Double) -> Double { start + scale * log(rateAtStart / rate) }

  /// Returns the false alarms an hour at a threshold; below the start of the tail this is only a lower bound.
  func rate(at threshold: Double) -> Double { rateAtStart * exp((start - threshold) / scale) }

  /// Returns the standard error of `threshold(at:)` in decades.
  ///
  /// By the delta method: the relative errors of the scale and the rate are one divided by the square root of their number of
  /// observations.
  func standardError(at rate: Double) -> Double {
    let distance = log(rateAtStart / rate)
    return scale * (1 / Double(count) + distance * distance / (Double(count) + Self.defaultWeight)).squareRoot()
  }
}
