/// How misses and false alarms of one keyphrase trade against each other, from one permissive pass over recordings.
public struct DetectionCurve: Equatable, Sendable {
  /// A threshold and what it costs.
  public struct OperatingPoint: Equatable, Sendable, Encodable {
    /// False alarms an hour: so many were allowed, or so many there are.
    public let falseAlarmsPerHour: Double
    /// Share of the recordings of the phrase in which it is not spotted, from 0 to 1.
    public let missRate: Double
    /// Decimal logarithm of the threshold; nil if no threshold above the permissive one is needed.
    public let threshold: Double?

    private enum CodingKeys: String, CodingKey { case falseAlarmsPerHour, missRate, threshold }

    /// Writes every field, `threshold` as null where none is needed.
    public func encode(to encoder: any Encoder) throws {
      var fields = encoder.container(keyedBy: CodingKeys.self)
      try fields.encode(falseAlarmsPerHour, forKey: .falseAlarmsPerHour)
      try fields.encode(missRate, forKey: .missRate)
      try fields.encode(threshold, forKey: .threshold)
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
    let threshold = threshold(allowing: Int(falseAlarmsPerHour * hours))
    return OperatingPoint(
      falseAlarmsPerHour: falseAlarmsPerHour, missRate: missRate(at: threshold), threshold: threshold)
  }

  /// What a threshold costs; without audio to raise false alarms there are none.
  public func point(atThreshold threshold: Double) -> OperatingPoint {
    OperatingPoint(
      falseAlarmsPerHour: hours > 0 ? Double(alarms.count { $0 >= threshold }) / hours : 0, missRate: missRate(at: threshold),
      threshold: threshold)
  }

  /// Every point at which another false alarm is let in, from none on, up to a rate.
  public func points(upTo falseAlarmsPerHour: Double) -> [OperatingPoint] {
    guard hours > 0 else { return [] }
    return (0...min(alarms.count, Int(falseAlarmsPerHour * hours))).map { allowed in
      let threshold = threshold(allowing: allowed)
      return OperatingPoint(
        falseAlarmsPerHour: Double(allowed) / hours, missRate: missRate(at: threshold), threshold: threshold)
    }
  }

  /// Just above the first alarm that is one too many.
  private func threshold(allowing allowed: Int) -> Double? { alarms.count > allowed ? alarms[allowed].nextUp : nil }

  private func missRate(at threshold: Double?) -> Double {
    let missed = scores.count { score in
      guard let score else { return true }
      return threshold.map { score < $0 } ?? false
    }
    return Double(missed) / Double(max(scores.count, 1))
  }
}
