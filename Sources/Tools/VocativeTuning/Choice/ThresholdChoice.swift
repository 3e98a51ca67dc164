import Foundation
public import VocativeEvaluation

/// A phrase's threshold, chosen from the scores of its recordings and of speech without it.
///
/// The rule:
/// 1. The threshold for the wanted rate of false alarms is read off an exponential tail (`AlarmTail`) of the nearest candidates: of the
///    owner's recordings where there are enough candidates in them, else of these and the bundled sentences together.
/// 2. It is averaged with the threshold predicted from the phones, each weighted by the inverse of its variance: with little audio
///    the prediction counts for more.
/// 3. Recordings of the phrase that lie just under it lower it, to `margin` under them: by no more than its own standard error,
///    and never so far that more alarms of the owner's recordings come in than the rate allows. Others are missed, and it is said.
public struct ThresholdChoice: Equatable, Sendable {
  /// What a threshold is chosen from.
  public struct Evidence: Equatable, Sendable {
    /// Best score of the phrase in each of its recordings, as a decimal logarithm; nil if it was no candidate.
    public var scores: [Double?]
    /// Scores of the phrase in the owner's recordings without it.
    public var alarms: [Double]
    /// Hours of these.
    public var hours: Double
    /// Scores of the phrase in the bundled sentences.
    public var bundledAlarms: [Double]
    /// Hours of these.
    public var bundledHours: Double

    /// Scores and hours.
    public init(scores: [Double?], alarms: [Double], hours: Double, bundledAlarms: [Double] = [], bundledHours: Double = 0) {
      self.scores = scores
      self.alarms = alarms
      self.hours = hours
      self.bundledAlarms = bundledAlarms
      self.bundledHours = bundledHours
    }
  }

  /// Decades by which a threshold stays under the weakest recording it is lowered for.
  public static let margin = 2.0
  /// Standard deviation of the predicted threshold, in decades: for "computer", "jarvis" and "smart mirror" it lay 12, 4 and 3 from
  /// the one with one false alarm an hour, and three phrases are few.
  public static let predictionError = 10.0

  /// The threshold as a decimal logarithm.
  public let log10Threshold: Double
  /// The threshold before it was lowered for recordings of the phrase.
  public let log10ThresholdForRate: Double
  /// The tail the rate was read off; nil if there were too few candidates, and the prediction stands alone.
  public let tail: AlarmTail?
  /// Whether the bundled sentences are part of the tail.
  public let usesBundled: Bool
  /// The curve of the recordings against what the tail was fitted to.
  public let curve: DetectionCurve
  /// Hours of what the tail was fitted to.
  let hours: Double

  /// Chooses a threshold.
  ///
  /// - Parameters:
  ///   - predicted: The threshold from the phrase's phones, as a decimal logarithm.
  ///   - rate: False alarms an hour that are wanted.
  public init(_ evidence: Evidence, predicted: Double, falseAlarmsPerHour rate: Double) {
    let own = AlarmTail(alarms: evidence.alarms, hours: evidence.hours)
    let isEnough = (own?.count ?? 0) >= AlarmTail.most || evidence.bundledHours == 0
    let (alarms, hours) =
      isEnough
      ? (evidence.alarms, evidence.hours)
      : (evidence.alarms + evidence.bundledAlarms, evidence.hours + evidence.bundledHours)
    let tail = isEnough ? own : AlarmTail(alarms: alarms, hours: hours)
    var (wanted, variance) = (predicted, Self.predictionError * Self.predictionError)
    if let tail {
      let error = tail.standardError(at: rate)
      let weights = (measured: 1 / (error * error), predicted: 1 / variance)
      variance = 1 / (weights.measured + weights.predicted)
      wanted = (tail.threshold(at: rate) * weights.measured + predicted * weights.predicted) * variance
    }
    let recorded = DetectionCurve(scores: evidence.scores, alarms: evidence.alarms, hours: evidence.hours)
    // What the owner's recordings show to be too permissive is not chosen, whatever a tail or a prediction says.
    let lowest = evidence.hours > 0 ? recorded.point(at: rate).threshold ?? -.infinity : -.infinity
    wanted = max(wanted, lowest)
    let saved = evidence.scores.compactMap(\.self).filter {
      $0 < wanted && $0 - Self.margin >= max(wanted - variance.squareRoot(), lowest)
    }
    log10ThresholdForRate = wanted
    log10Threshold = saved.min().map { $0 - Self.margin } ?? wanted
    self.tail = tail
    self.hours = hours
    usesBundled = !isEnough && tail != nil
    curve = DetectionCurve(scores: evidence.scores, alarms: alarms, hours: hours)
  }
}
