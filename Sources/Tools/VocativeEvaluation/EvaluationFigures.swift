import Foundation
import Vocative

/// The measurements of one condition, for Vocative or the baseline.
public struct EvaluationFigures: Sendable, Encodable {
  /// The number of recordings for each verdict.
  public let verdicts: VerdictCounts
  /// Seconds of processor time for a second of audio: for decoding and confidence, or for spotting.
  public let realTimeFactor: Double
  /// Milliseconds from the end of speech to the decision, or from the end of a keyphrase to its report; 0 if there is none.
  public let latency: Percentiles
  /// The part of the latency spent on audio that the endpointer waits for, in milliseconds; nil for spotting.
  public let endpoint: Percentiles?
  /// The part of the latency spent on processor time, in milliseconds; nil for spotting.
  public let processing: Percentiles?
  /// The largest resident set of this process so far, in MiB.
  public let peakMemory: Double
  /// The operating points and curves of the keyphrases.
  public let phrases: [String: Phrase]
  /// The operating points of the default thresholds, by keyphrase.
  public let defaultThresholds: [String: DetectionCurve.OperatingPoint]
  /// The calibration of the confidence; nil for spotting and for the baseline.
  public let calibration: Calibration?
  /// The commands lost for rejecting other speech; nil for spotting and for the baseline.
  public let rejection: RejectionCurve?

  /// The median and the 95th percentile of durations, in milliseconds: the shortest time that so many of them do not exceed.
  public struct Percentiles: Encodable, Sendable {
    /// The median.
    public let p50: Double
    /// The 95th percentile.
    public let p95: Double

    init(of seconds: [Double]) {
      let sorted = seconds.sorted()
      func percentile(_ share: Double) -> Double {
        sorted.isEmpty ? 0 : sorted[max(Int((share * Double(sorted.count)).rounded(.up)) - 1, 0)] * 1000
      }
      p50 = percentile(0.5)
      p95 = percentile(0.95)
    }
  }

  /// The results of one keyphrase.
  public struct Phrase: Encodable, Sendable {
    /// The number of recordings of the phrase, without which there are no misses.
    public let recordingCount: Int
    /// The misses at 0.1, 1, 4 and 10 false alarms an hour.
    public let operatingPoints: [DetectionCurve.OperatingPoint]
    /// Every point up to 100 false alarms an hour; empty without audio for false alarms.
    public let curve: [DetectionCurve.OperatingPoint]

    private enum CodingKeys: String, CodingKey { case operatingPoints, curve }
  }

  /// The false alarm rates, per hour, at which misses are reported.
  public static let falseAlarmRates = [0.1, 1, 4, 10]

  /// The number of recordings.
  public var count: Int { verdicts.count }
  /// The number of recordings with the expected result.
  public var correct: Int { verdicts.correct }
  /// The share of recordings with the expected result, from 0 to 1.
  public var accuracy: Double { verdicts.share(correct) }
  /// The number of recordings that were rejected but should have been understood.
  public var rejected: Int { verdicts.rejected }
  /// The number of recordings that were understood incorrectly or should have been rejected.
  public var wrong: Int { verdicts.wrong }

  private enum CodingKeys: String, CodingKey {
    case accuracy, realTimeFactor, phrases, defaultThresholds, calibration, rejection
    case latency = "latency_ms"
    case endpoint = "endpoint_ms"
    case processing = "processing_ms"
    case peakMemory = "peak_memory_mb"
  }

  /// Encodes the counts and the other figures.
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
  /// Creates figures from results of understanding.
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
          outOfGrammar: outOfGrammar.map(\.best?.confidence), shipped: CommandRecognizer.Configuration().minConfidence))
  }

  /// Creates figures from results of spotting.
  ///
  /// A recording is correct if each of its phrases is spotted as often as it is listed, and no other phrase, at the thresholds with one
  /// false alarm an hour.
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
        .init(
          recordingCount: curve.recordingCount, operatingPoints: Self.falseAlarmRates.map(curve.point(at:)),
          curve: curve.points(upTo: 100))
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
