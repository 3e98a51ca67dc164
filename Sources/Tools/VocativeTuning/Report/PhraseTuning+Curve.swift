import Foundation
import VocativeEvaluation

extension PhraseTuning {
  /// A point of the curve, recorded or extrapolated.
  public struct Point: Encodable, Equatable, Sendable {
    /// False alarms an hour.
    public let falseAlarmsPerHour: Double
    /// The share of the phrase's recordings that are missed, from 0 to 1.
    public let missRate: Double
    /// The decimal logarithm of the threshold; nil if every candidate passes.
    public let threshold: Double?
    /// Whether the threshold is extrapolated rather than recorded.
    public let isExtrapolated: Bool

    private enum CodingKeys: String, CodingKey {
      case threshold
      case falseAlarmsPerHour = "false_alarms_per_hour"
      case missRate = "miss_rate"
      case isExtrapolated = "extrapolated"
    }
  }

  /// The maximum rate of the curve, in false alarms an hour.
  public static let highestRate = 100.0

  /// Returns the point at a number of false alarms an hour: recorded if possible, otherwise from the tail; nil if there is no tail.
  public func point(at rate: Double) -> Point? {
    if choice.hours > 0, rate * choice.hours >= 1 {
      let point = choice.curve.point(at: rate)
      return Point(falseAlarmsPerHour: rate, missRate: point.missRate, threshold: point.threshold, isExtrapolated: false)
    }
    guard let tail = choice.tail else { return nil }
    let threshold = tail.threshold(at: rate)
    return Point(
      falseAlarmsPerHour: rate, missRate: choice.curve.point(atThreshold: threshold).missRate, threshold: threshold,
      isExtrapolated: true)
  }

  /// The expected false alarms an hour at the threshold: counted if there are any, otherwise from the tail; nil without either.
  public var expectedRate: Double? {
    let counted = choice.curve.point(atThreshold: log10Threshold).falseAlarmsPerHour
    return counted > 0 ? counted : choice.tail?.rate(at: log10Threshold)
  }

  /// The share of the recordings that are missed, from 0 to 1.
  public var missRate: Double { Double(missed.count) / Double(max(recordings, 1)) }

  /// Returns points from a rate up to the maximum, evenly spaced on a logarithmic axis.
  public func points(from lowest: Double, count: Int = 60) -> [Point] {
    (0..<count).compactMap { index in
      point(at: lowest * pow(Self.highestRate / lowest, Double(index) / Double(count - 1)))
    }
  }
}
