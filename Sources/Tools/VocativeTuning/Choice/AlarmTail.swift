import Foundation

/// How the rate of false alarms falls as the threshold rises, beyond what the recordings hold: exponentially.
///
/// Fitted to the excesses of the nearest candidates over the next one (peaks over a threshold, Pickands 1975, with the tail taken to
/// be exponential). Ten candidates leave the scale uncertain by a third, so it is averaged with a usual one that counts as ten more:
/// the tails of three phrases in each half of 35 minutes of speech began with scales of 5 to 11 decades, and grew steeper further out.
public struct AlarmTail: Equatable, Sendable {
  /// Candidates it is fitted to.
  public let count: Int
  /// The score where it begins, as a decimal logarithm.
  let start: Double
  /// Alarms an hour at the start.
  let rateAtStart: Double
  /// Decades in which the rate falls to 1/e.
  let scale: Double

  /// The most candidates it is fitted to, and the fewest.
  static let (most, fewest) = (10, 4)
  /// The scale that is usual, in decades, and how many candidates it counts as.
  static let (usualScale, usualWeight) = (5.0, 10.0)

  /// A tail of the scores of false alarms in some hours; nil if there are too few.
  init?(alarms: [Double], hours: Double) {
    let sorted = alarms.sorted(by: >)
    let count = min(Self.most, sorted.count - 1)
    guard count >= Self.fewest, hours > 0 else { return nil }
    let start = sorted[count]
    let excess = sorted.prefix(count).reduce(0) { $0 + $1 - start }
    scale = (excess + Self.usualWeight * Self.usualScale) / (Double(count) + Self.usualWeight)
    (self.count, self.start, rateAtStart) = (count, start, Double(count) / hours)
  }

  /// The threshold with so many false alarms an hour, as a decimal logarithm.
  func threshold(at rate: Double) -> Double { start + scale * log(rateAtStart / rate) }

  /// False alarms an hour at a threshold; below the start of the tail it is only a lower bound.
  func rate(at threshold: Double) -> Double { rateAtStart * exp((start - threshold) / scale) }

  /// The standard error of `threshold(at:)` in decades, by the delta method: the scale and the logarithm of the rate are each known
  /// to one part in the root of what they rest on.
  func standardError(at rate: Double) -> Double {
    let distance = log(rateAtStart / rate)
    return scale * (1 / Double(count) + distance * distance / (Double(count) + Self.usualWeight)).squareRoot()
  }
}
