import Foundation
import Vocative

/// What was measured in one condition, of Vocative or of the baseline.
public struct EvaluationFigures: Sendable, Encodable {
  /// How many recordings came to what.
  public let verdicts: VerdictCounts
  /// Seconds of processor time for a second of audio: for decoding and confidence, or for spotting.
  public let realTimeFactor: Double
  /// Milliseconds from the end of speech to the decision, or from the end of a keyphrase to its report; 0 when there was none.
  public let latency: Percentiles
  /// The part of the latency that is audio the endpointer waits for, in milliseconds; nil for spotting.
  public let endpoint: Percentiles?
  /// The part of the latency that is processor time, in milliseconds; nil for spotting.
  public let processing: Percentiles?
  /// Largest resident set of this process so far, in MiB.
  public let peakMemory: Double
  /// The keyphrases' operating points and curves.
  public let phrases: [String: Phrase]
  /// What the thresholds cost that are used when nothing else is said, by keyphrase.
  public let defaultThresholds: [String: DetectionCurve.OperatingPoint]
  /// Whether the confidence means what it says; nil for spotting and for the baseline.
  public let calibration: Calibration?
  /// What is lost to reject what is no command; nil for spotting and for the baseline.
  public let rejection: RejectionCurve?

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
    /// Every point up to a hundred false alarms an hour.
    public let curve: [DetectionCurve.OperatingPoint]
  }

  /// False alarms an hour at which misses are reported.
  public static let falseAlarmRates = [0.1, 1, 4, 10]

  /// How many recordings there were.
  public var count: Int { verdicts.count }
  /// How many came to what was expected.
  public var correct: Int { verdicts.correct }
  /// The same as a share, from 0 to 1.
  public var accuracy: Double { verdicts.share(correct) }
  /// How many were rejected that should have been understood.
  public var rejected: Int { verdicts.rejected }
  /// How many were understood as something else, or should have been rejected.
  public var wrong: Int { verdicts.wrong }

  private enum CodingKeys: String, CodingKey {
    case accuracy, realTimeFactor, phrases, defaultThresholds, calibration, rejection
    case latency = "latency_ms"
    case endpoint = "endpoint_ms"
    case processing = "processing_ms"
    case peakMemory = "peak_memory_mb"
  }

  /// Writes the counts beside the other figures.
  public func encode(to encoder: any Encoder) throws {
    try verdicts.encode(to: encoder)
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(accuracy, forKey: .accuracy)
    try fields.encode(realTimeFactor, forKey: .realTimeFactor)
    try fields.encode(latency, forKey: .latency)
    try fields.encodeIfPresent(endpoint, forKey: .endpoint)
    try fields.encodeIfPresent(processing, forKey: .processing)
    try fields.encode(peakMemory, forKey: .peakMemory)
    try fields.encode(phrases, forKey: .phrases)
    try fields.encode(defaultThresholds, forKey: .defaultThresholds)
    try fields.encodeIfPresent(calibration, forKey: .calibration)
    try fields.encodeIfPresent(rejection, forKey: .rejection)
  }
}

extension EvaluationFigures {
  /// The figures of some results of understanding.
  public init(_ results: [UnderstandingEvaluation.Result], method: UnderstandingEvaluation.Method) {
    let decisions = results.compactMap(\.decision)
    let outOfGrammar = results.filter { $0.entry.expectation == .rejected }
    self.init(
      verdicts: VerdictCounts(results),
      realTimeFactor: ratio(results.map(\.recognitionTime), results.map(\.duration)),
      latency: .init(of: decisions.map(\.delay)), endpoint: .init(of: decisions.map(\.endpointDelay)),
      processing: .init(of: decisions.map(\.processing)), peakMemory: peakResidentMiB, phrases: [:], defaultThresholds: [:],
      calibration: method == .plain
        ? nil : Calibration(results.compactMap { result in result.best.map { ($0.confidence, result.isHeardRight) } }),
      rejection: method == .plain
        ? nil
        : RejectionCurve(
          commands: results.filter(\.isHeardRight).compactMap(\.best?.confidence),
          outOfGrammar: outOfGrammar.map(\.best?.confidence), shipped: CommandRecognizer.Configuration().leastConfidence))
  }

  /// The figures of some results of spotting; a recording is correct when a phrase of it, or none where there is none, is spotted at
  /// the thresholds with one false alarm an hour.
  public init(
    _ results: [SpottingEvaluation.Result], negatives: [SpottingEvaluation.Result], defaultThresholds: [String: Double]
  ) {
    let alarms = negatives + results.withoutPhrases
    let curves = Dictionary(uniqueKeysWithValues: defaultThresholds.keys.map { ($0, results.curve(of: $0, negatives: alarms)) })
    let verdicts = results.map { $0.verdict(at: curves.mapValues { $0.point(at: 1).threshold }) }
    let all = results + negatives
    let delays = results.flatMap { $0.delays(of: $0.entry.expectation.phrases, at: defaultThresholds) }
    self.init(
      verdicts: VerdictCounts(verdicts), realTimeFactor: ratio(all.map(\.time), all.map(\.duration)),
      latency: .init(of: delays), endpoint: nil, processing: nil, peakMemory: peakResidentMiB,
      phrases: curves.mapValues { curve in
        .init(operatingPoints: Self.falseAlarmRates.map(curve.point(at:)), curve: curve.points(upTo: 100))
      },
      defaultThresholds: Dictionary(
        uniqueKeysWithValues: curves.map { ($0, $1.point(atThreshold: defaultThresholds[$0] ?? 0)) }),
      calibration: nil, rejection: nil)
  }
}

private func ratio(_ times: [Double], _ durations: [Double]) -> Double {
  times.reduce(0, +) / max(durations.reduce(0, +), 1e-9)
}

private var peakResidentMiB: Double {
  var usage = rusage()
  getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  return Double(usage.ru_maxrss) / 1024
}
