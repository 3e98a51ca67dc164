/// The trade-off between misses and false alarms of one keyphrase, from one permissive pass over recordings.
public struct DetectionCurve: Equatable, Sendable {
  /// A threshold with its miss rate and false alarms.
  public struct OperatingPoint: Equatable, Sendable, Encodable {
    /// The allowed or actual number of false alarms an hour.
    public let falseAlarmsPerHour: Double
    /// The share of the phrase's recordings in which it is not spotted, from 0 to 1.
    public let missRate: Double
    /// The decimal logarithm of the threshold; nil if no threshold above the permissive one is needed.
    public let threshold: Double?

    private enum CodingKeys: String, CodingKey { case falseAlarmsPerHour, missRate, threshold }

    /// Encodes every field; `threshold` is null if none is needed.
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

  /// The number of recordings of the phrase.
  var recordingCount: Int { scores.count }

  /// - Parameters:
  ///   - scores: For each recording of the phrase, the decimal logarithm of the strictest threshold that would still spot it; nil
  ///     if even the permissive one does not.
  ///   - alarms: The same for each false alarm.
  ///   - hours: Hours of audio without the phrase.
  public init(scores: [Double?], alarms: [Double], hours: Double) {
    self.scores = scores
    self.alarms = alarms.sorted(by: >)
    self.hours = hours
  }

  /// Returns the most permissive threshold with at most this many false alarms an hour.
  public func point(at falseAlarmsPerHour: Double) -> OperatingPoint {
    let threshold = threshold(allowing: Int(falseAlarmsPerHour * hours))
    return OperatingPoint(
      falseAlarmsPerHour: falseAlarmsPerHour, missRate: missRate(at: threshold), threshold: threshold)
  }

  /// Returns the point of a threshold; without audio for false alarms there are none.
  public func point(atThreshold threshold: Double) -> OperatingPoint {
    OperatingPoint(
      falseAlarmsPerHour: hours > 0 ? Double(alarms.count { $0 >= threshold }) / hours : 0, missRate: missRate(at: threshold),
      threshold: threshold)
  }

  /// Returns every point at which another false alarm appears, from none up to a rate.
  public func points(upTo falseAlarmsPerHour: Double) -> [OperatingPoint] {
    guard hours > 0 else { return [] }
    return (0...min(alarms.count, Int(falseAlarmsPerHour * hours))).map { allowed in
      let threshold = threshold(allowing: allowed)
      return OperatingPoint(
        falseAlarmsPerHour: Double(allowed) / hours, missRate: missRate(at: threshold), threshold: threshold)
    }
  }

  /// Returns a threshold just above the first alarm that exceeds the allowed number.
  private func threshold(allowing allowed: Int) -> Double? { alarms.count > allowed ? alarms[allowed].nextUp : nil }

  private func missRate(at threshold: Double?) -> Double {
    let missed = scores.count { score in
      guard let score else { return true }
      return threshold.map { score < $0 } ?? false
    }
    return Double(missed) / Double(max(scores.count, 1))
  }
}
