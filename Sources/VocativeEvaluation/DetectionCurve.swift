/// How misses and false alarms of one keyphrase trade against each other, from one permissive pass over recordings.
public struct DetectionCurve: Equatable, Sendable {
  /// A threshold and what it costs.
  public struct OperatingPoint: Equatable, Sendable, Encodable {
    /// False alarms an hour that were allowed.
    public let falseAlarmsPerHour: Double
    /// Share of the recordings of the phrase in which it is not spotted, from 0 to 1.
    public let missRate: Double
    /// Decimal logarithm of the threshold that allows so many; nil when no threshold above the permissive one is needed.
    public let threshold: Double?

    private enum CodingKeys: String, CodingKey {
      case falseAlarmsPerHour = "false_alarms_per_hour"
      case missRate = "miss_rate"
      case threshold
    }
  }

  private let scores: [Double?]
  private let alarms: [Double]
  private let hours: Double

  /// - Parameters:
  ///   - scores: For each recording of the phrase the strictest threshold, as a decimal logarithm, that would still have spotted it;
  ///     nil where not even the permissive one did.
  ///   - alarms: The same for each false alarm.
  ///   - hours: Hours of audio without the phrase.
  public init(scores: [Double?], alarms: [Double], hours: Double) {
    self.scores = scores
    self.alarms = alarms.sorted(by: >)
    self.hours = hours
  }

  /// The most permissive threshold with at most so many false alarms an hour.
  public func point(at falseAlarmsPerHour: Double) -> OperatingPoint {
    let allowed = Int(falseAlarmsPerHour * hours)
    // Just above the first alarm that is one too many.
    let threshold = alarms.count > allowed ? alarms[allowed].nextUp : nil
    let missed = scores.count { score in
      guard let score else { return true }
      return threshold.map { score < $0 } ?? false
    }
    return OperatingPoint(
      falseAlarmsPerHour: falseAlarmsPerHour, missRate: Double(missed) / Double(max(scores.count, 1)), threshold: threshold)
  }
}
