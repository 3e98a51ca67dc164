public import Foundation

/// What an evaluation found, in the form other programs read.
public struct EvaluationReport: Encodable, Sendable {
  /// One condition: the recordings as they are, or with noise at one ratio.
  public struct Condition: Encodable, Sendable {
    /// Signal-to-noise ratio in dB; nil for the recordings as they are.
    public let snr: Double?
    /// How many recordings there were.
    public var count: Int
    /// How many came to what was expected.
    public var correct: Int
    /// The same as a share, from 0 to 1.
    public var accuracy: Double
    /// How many were rejected that should have been understood.
    public var rejected: Int
    /// How many were understood as something else, or should have been rejected.
    public var wrong: Int
    /// Seconds of processing for a second of audio.
    public var realTimeFactor: Double
    /// Milliseconds from the end of the audio to the decision.
    public var latency: Percentiles
    /// Largest resident set of this process so far, in MiB.
    public var peakMemory: Double
    /// The keyphrases' operating points.
    public var phrases: [String: Phrase]

    private enum CodingKeys: String, CodingKey {
      case snr, count, correct, accuracy, rejected, wrong, phrases
      case realTimeFactor = "real_time_factor"
      case latency = "latency_ms"
      case peakMemory = "peak_memory_mb"
    }

    /// Writes every field, `snr` as null where there is none.
    public func encode(to encoder: any Encoder) throws {
      var fields = encoder.container(keyedBy: CodingKeys.self)
      try fields.encode(snr, forKey: .snr)
      try fields.encode(count, forKey: .count)
      try fields.encode(correct, forKey: .correct)
      try fields.encode(accuracy, forKey: .accuracy)
      try fields.encode(rejected, forKey: .rejected)
      try fields.encode(wrong, forKey: .wrong)
      try fields.encode(realTimeFactor, forKey: .realTimeFactor)
      try fields.encode(latency, forKey: .latency)
      try fields.encode(peakMemory, forKey: .peakMemory)
      try fields.encode(phrases, forKey: .phrases)
    }
  }

  /// The middle and the far end of some durations, in milliseconds.
  public struct Percentiles: Encodable, Sendable {
    /// Half are shorter.
    public let p50: Double
    /// Nineteen of twenty are shorter.
    public let p95: Double

    init(of seconds: [Double]) {
      let sorted = seconds.sorted()
      func percentile(_ share: Double) -> Double {
        sorted.isEmpty ? 0 : sorted[min(Int(share * Double(sorted.count)), sorted.count - 1)] * 1000
      }
      p50 = percentile(0.5)
      p95 = percentile(0.95)
    }
  }

  /// One keyphrase.
  public struct Phrase: Encodable, Sendable {
    /// Its misses at 0.1, 1, 4 and 10 false alarms an hour.
    public let operatingPoints: [DetectionCurve.OperatingPoint]

    private enum CodingKeys: String, CodingKey { case operatingPoints = "operating_points" }
  }

  /// The conditions in the order they were asked for.
  public let conditions: [Condition]
  /// Hours of audio in which every hit is a false alarm.
  public let negativeHours: Double

  /// False alarms an hour at which misses are reported.
  public static let falseAlarmRates = [0.1, 1, 4, 10]

  private enum CodingKeys: String, CodingKey {
    case conditions
    case negativeHours = "negative_hours"
  }

  /// A report of some conditions.
  public init(conditions: [Condition], negativeHours: Double) {
    self.conditions = conditions
    self.negativeHours = negativeHours
  }

  /// The report as JSON.
  public var json: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(self)
    }
  }
}

extension EvaluationReport.Condition {
  /// The condition of some results of understanding.
  public init(_ results: [UnderstandingEvaluation.Result], snr: Double?) {
    func count(_ verdict: UnderstandingEvaluation.Result.Verdict) -> Int { results.count { $0.verdict == verdict } }
    let times = results.map(\.decisionTime)
    self.init(
      snr: snr, count: results.count, correct: count(.correct),
      accuracy: Double(count(.correct)) / Double(max(results.count, 1)), rejected: count(.rejected), wrong: count(.wrong),
      realTimeFactor: times.reduce(0, +) / max(results.map(\.duration).reduce(0, +), 1e-9), latency: .init(of: times),
      peakMemory: Self.peakResidentMiB, phrases: [:])
  }

  /// The condition of some results of spotting; a recording is correct when a phrase of it is spotted at one false alarm an hour.
  public init(
    _ results: [SpottingEvaluation.Result], negatives: [SpottingEvaluation.Result], phrases: [String], snr: Double?
  ) {
    let curves = Dictionary(uniqueKeysWithValues: phrases.map { ($0, results.curve(of: $0, negatives: negatives)) })
    let all = results + negatives
    let correct = results.count { result in
      result.entry.expectation.phrases.contains { phrase in
        guard let curve = curves[phrase], let score = result.hits[phrase]?.max() else { return false }
        return score >= curve.point(at: 1).threshold ?? -.infinity
      }
    }
    self.init(
      snr: snr, count: results.count, correct: correct, accuracy: Double(correct) / Double(max(results.count, 1)),
      rejected: results.count - correct, wrong: 0,
      realTimeFactor: all.map(\.time).reduce(0, +) / max(all.map(\.duration).reduce(0, +), 1e-9),
      latency: .init(of: []), peakMemory: Self.peakResidentMiB,
      phrases: curves.mapValues { curve in
        .init(operatingPoints: EvaluationReport.falseAlarmRates.map(curve.point(at:)))
      })
  }

  private static var peakResidentMiB: Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return Double(usage.ru_maxrss) / 1024
  }
}
