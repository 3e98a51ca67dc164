public import Foundation

/// The results of an evaluation in a form for other programs.
public struct EvaluationReport: Encodable, Sendable {
  /// One condition: the unchanged recordings, or recordings with noise at one ratio.
  public struct Condition: Sendable {
    /// The signal-to-noise ratio in dB; nil for the unchanged recordings.
    public let snr: Double?
    /// The measurements.
    public let figures: EvaluationFigures
    /// Plain PocketSphinx on the same recordings; nil if it was not measured.
    public var baseline: Baseline?

    /// Creates a condition without a baseline.
    public init(snr: Double?, figures: EvaluationFigures) {
      self.snr = snr
      self.figures = figures
    }
  }

  /// The results of plain PocketSphinx in a condition, compared with Vocative's.
  public struct Baseline: Sendable {
    /// The measurements.
    public let figures: EvaluationFigures
    /// Vocative's real-time factor divided by the baseline's.
    public let realTimeFactorRatio: Double
    /// Vocative's wrong and rejected recordings divided by the baseline's; nil if the baseline has none.
    public let errorRatio: Double?

    /// Creates a baseline for comparison with a condition.
    public init(_ figures: EvaluationFigures, comparedWith condition: EvaluationFigures) {
      self.figures = figures
      realTimeFactorRatio = condition.realTimeFactor / max(figures.realTimeFactor, 1e-9)
      errorRatio = VerdictCounts.errorRatio(condition.verdicts, comparedWith: figures.verdicts)
    }
  }

  /// The conditions, in the requested order.
  public var conditions: [Condition]
  /// Hours of audio in which every hit is a false alarm.
  public let negativeHours: Double
  /// The result of every recording in every condition; nil to leave them out.
  public var recordings: [RecordingDetail]?

  /// Creates a report.
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

  /// Encodes the figures and the ratio, which is null without noise.
  public func encode(to encoder: any Encoder) throws {
    try figures.encode(to: encoder)
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(snr, forKey: .snr)
    try fields.encodeIfPresent(baseline, forKey: .baseline)
  }
}

extension EvaluationReport.Baseline: Encodable {
  private enum CodingKeys: String, CodingKey { case realTimeFactorRatio, errorRatio }

  /// Encodes the ratios and the figures.
  public func encode(to encoder: any Encoder) throws {
    try figures.encode(to: encoder)
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(realTimeFactorRatio, forKey: .realTimeFactorRatio)
    try fields.encode(errorRatio, forKey: .errorRatio)
  }
}
