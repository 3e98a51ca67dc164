public import Foundation

/// What an evaluation found, in the form other programs read.
public struct EvaluationReport: Encodable, Sendable {
  /// One condition: the recordings as they are, or with noise at one ratio.
  public struct Condition: Sendable {
    /// Signal-to-noise ratio in dB; nil for the recordings as they are.
    public let snr: Double?
    /// What was measured.
    public let figures: EvaluationFigures
    /// Plain PocketSphinx on the same recordings; nil if it was not measured.
    public var baseline: Baseline?

    /// A condition without a baseline yet.
    public init(snr: Double?, figures: EvaluationFigures) {
      self.snr = snr
      self.figures = figures
    }
  }

  /// Plain PocketSphinx on the recordings of a condition, and how Vocative stands to it.
  public struct Baseline: Sendable {
    /// What was measured.
    public let figures: EvaluationFigures
    /// Vocative's real-time factor over the baseline's.
    public let realTimeFactorRatio: Double
    /// Vocative's errors, what is wrong or rejected, over the baseline's; nil if the baseline made none.
    public let errorRatio: Double?

    /// A baseline beside what it is compared with.
    public init(_ figures: EvaluationFigures, beside condition: EvaluationFigures) {
      self.figures = figures
      realTimeFactorRatio = condition.realTimeFactor / max(figures.realTimeFactor, 1e-9)
      errorRatio = VerdictCounts.errorRatio(condition.verdicts, beside: figures.verdicts)
    }
  }

  /// The conditions in the order they were asked for.
  public var conditions: [Condition]
  /// Hours of audio in which every hit is a false alarm.
  public let negativeHours: Double
  /// What came of every recording in every condition; nil to leave it out.
  public var recordings: [RecordingDetail]?

  /// A report of some conditions.
  public init(conditions: [Condition], negativeHours: Double, recordings: [RecordingDetail]? = nil) {
    self.conditions = conditions
    self.negativeHours = negativeHours
    self.recordings = recordings
  }

  /// The report as JSON.
  public var json: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.keyEncodingStrategy = .convertToSnakeCase
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(self)
    }
  }
}

extension EvaluationReport.Condition: Encodable {
  private enum CodingKeys: String, CodingKey { case snr, baseline }

  /// Writes the figures beside the ratio, which is null where there is none.
  public func encode(to encoder: any Encoder) throws {
    try figures.encode(to: encoder)
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(snr, forKey: .snr)
    try fields.encodeIfPresent(baseline, forKey: .baseline)
  }
}

extension EvaluationReport.Baseline: Encodable {
  private enum CodingKeys: String, CodingKey { case realTimeFactorRatio, errorRatio }

  /// Writes the ratios beside the figures.
  public func encode(to encoder: any Encoder) throws {
    try figures.encode(to: encoder)
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(realTimeFactorRatio, forKey: .realTimeFactorRatio)
    try fields.encode(errorRatio, forKey: .errorRatio)
  }
}
