import Foundation
import VocativeEvaluation

extension PhraseTuning {
  /// A point of the curve, and whether it lies beyond what was recorded.
  public struct Point: Encodable, Equatable, Sendable {
    /// False alarms an hour.
    public let falseAlarmsPerHour: Double
    /// Share of the recordings of the phrase that are missed, from 0 to 1.
    public let missRate: Double
    /// The threshold as a decimal logarithm; nil if every candidate passes.
    public let threshold: Double?
    /// Whether the threshold was extrapolated, and not seen.
    public let isExtrapolated: Bool

    private enum CodingKeys: String, CodingKey {
      case threshold
      case falseAlarmsPerHour = "false_alarms_per_hour"
      case missRate = "miss_rate"
      case isExtrapolated = "extrapolated"
    }
  }

  /// Rates the curve is drawn up to.
  public static let highestRate = 100.0

  /// The point at a rate of false alarms: what was recorded as far as it goes, and the tail beyond it; nil beyond without a tail.
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

  /// False alarms an hour to expect at the threshold: as counted where there were some, else by the tail; nil without either.
  public var expectedRate: Double? {
    let counted = choice.curve.point(atThreshold: log10Threshold).falseAlarmsPerHour
    return counted > 0 ? counted : choice.tail?.rate(at: log10Threshold)
  }

  /// Share of the recordings that are missed, from 0 to 1.
  public var missRate: Double { Double(missed.count) / Double(max(recordings, 1)) }

  /// Points from a rate up to the highest, evenly on a logarithmic axis.
  public func points(from lowest: Double, count: Int = 60) -> [Point] {
    (0..<count).compactMap { index in
      point(at: lowest * pow(Self.highestRate / lowest, Double(index) / Double(count - 1)))
    }
  }
}
