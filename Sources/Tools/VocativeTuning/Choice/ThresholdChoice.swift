import Foundation
public import VocativeEvaluation

/// A phrase's threshold, chosen from the scores of its recordings and of speech without it.
///
/// The rule:
/// 1. The threshold for the target false alarm rate comes from an exponential tail (`AlarmTail`) of the nearest candidates: in
///    the owner's recordings if they have enough candidates, otherwise in these and the bundled sentences together.
/// 2. It is averaged with the threshold predicted from the phones, each weighted by the inverse of its variance: with little
///    audio, the prediction has more weight.
/// 3. Recordings of the phrase that score just below it lower it to `margin` below their score. The change is limited to its own
///    standard error, and must not admit more alarms in the owner's recordings than the target rate allows. Recordings that are
///    still missed are reported.
public struct ThresholdChoice: Equatable, Sendable {
  /// The scores and hours that a threshold is chosen from.
  public struct Evidence: Equatable, Sendable {
    /// The best score of the phrase in each of its recordings, as a decimal logarithm; nil if it was never a candidate.
    public var scores: [Double?]
    /// Scores of the phrase in the owner's recordings without it.
    public var alarms: [Double]
    /// The duration of these recordings, in hours.
    public var hours: Double
    /// Scores of the phrase in the bundled sentences.
    public var bundledAlarms: [Double]
    /// The duration of the bundled sentences, in hours.
    public var bundledHours: Double

    /// Creates evidence from scores and hours.
    public init(scores: [Double?], alarms: [Double], hours: Double, bundledAlarms: [Double] = [], bundledHours: Double = 0) {
      self.scores = scores
      self.alarms = alarms
      self.hours = hours
      self.bundledAlarms = bundledAlarms
      self.bundledHours = bundledHours
    }
  }

  /// Decades by which a threshold stays below the weakest recording it is lowered for.
  public static let margin = 2.0
  /// The standard deviation of the predicted threshold, in decades.
  ///
  /// For 17 phrases, the second highest score in 2.5 hours of other speech is 8 decades above the prediction on average, with a standard
  /// deviation of 9.
  public static let predictionError = 10.0

  /// The decimal logarithm of the threshold.
  public let log10Threshold: Double
  /// The decimal logarithm of the threshold before it was lowered for recordings of the phrase.
  public let log10ThresholdForRate: Double
  /// The tail behind the rate; nil if there were too few candidates and only the prediction is used.
  public let tail: AlarmTail?
  /// Whether candidates in the owner's recordings without the phrase raised the threshold above what the tail and the prediction give.
  public let isRaised: Bool
  /// Whether the tail includes the bundled sentences.
  public let usesBundled: Bool
  /// The curve of the phrase's recordings against the audio behind the tail.
  public let curve: DetectionCurve
  /// The duration of the audio behind the tail, in hours.
  let hours: Double

  /// Chooses a threshold.
  ///
  /// - Parameters:
  ///   - predicted: The decimal logarithm of the threshold predicted from the phrase's phones.
  ///   - rate: The target number of false alarms an hour.
  public init(_ evidence: Evidence, predicted: Double, falseAlarmsPerHour rate: Double) {
    let own = AlarmTail(alarms: evidence.alarms, hours: evidence.hours)
    let isEnough = (own?.count ?? 0) >= AlarmTail.maxCandidates || evidence.bundledHours == 0
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
    // A threshold that the owner's recordings show to be too permissive is never chosen.
    let lowest = evidence.hours > 0 ? recorded.point(at: rate).threshold ?? -.infinity : -.infinity
    isRaised = lowest > wanted
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
