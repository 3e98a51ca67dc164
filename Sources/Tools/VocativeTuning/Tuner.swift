import Foundation
import PocketSphinx
public import Vocative
import VocativeEvaluation

/// Processes recordings once, with permissive thresholds, and chooses a threshold for each phrase.
public struct Tuner: Sendable {
  private let model: RecognitionModel
  private let plan: SpeechPlan
  private let falseAlarmsPerHour: Double
  private let jobs: Int

  /// The default target of false alarms an hour: one in ten hours.
  public static let falseAlarmsPerHour = 0.1

  /// Creates a tuner for the phrases of a plan.
  ///
  /// - Parameters:
  ///   - falseAlarmsPerHour: The target number of false alarms an hour.
  ///   - jobs: The number of recordings processed in parallel, which does not change the result.
  public init(model: RecognitionModel, plan: SpeechPlan, falseAlarmsPerHour: Double = Self.falseAlarmsPerHour, jobs: Int = 1) {
    self.model = model
    self.plan = plan
    self.falseAlarmsPerHour = falseAlarmsPerHour
    self.jobs = jobs
  }

  /// Returns the phrases to tune: the wake phrases, or all keyphrases if there are none.
  public static func phrases(of plan: SpeechPlan) -> [String] {
    let wake = plan.keyphrases.filter { $0.kind == .wake }
    return (wake.isEmpty ? plan.keyphrases : wake).map(\.text)
  }

  /// Tunes every phrase that occurs in the material.
  ///
  /// - Parameter progress: Called after each recording.
  /// - Throws: The errors of reading or synthesizing a recording, or `PocketSphinxError`.
  public func tune(
    with material: TuningMaterial, progress: @escaping @Sendable () -> Void = {}
  ) async throws -> TuningReport {
    let recordings = material.recordings
    let keyphrases = plan.keyphrases.filter { material.phrases.contains($0.text) }
    let evaluation = SpottingEvaluation(
      model: model, plan: plan.listening(for: material.phrases), method: .pipeline, measuresTime: false)
    let results = try await evaluation.run(
      recordings.map(\.entry), jobs: jobs, audio: { index, _ in EvaluationAudio(try await recordings[index].samples()) },
      progress: progress)
    let heard = zip(recordings, results).map { Heard(recording: $0, result: $1) }
    let check = try PhraseCheck(plan: plan, lookup: model.pronunciations)
    return TuningReport(
      acousticModel: model.acousticModel.name, falseAlarmsPerHour: falseAlarmsPerHour,
      phrases: try keyphrases.map { try tuning(of: $0, heard, check) })
  }

  private struct Heard {
    let recording: TuningMaterial.Recording
    let result: SpottingEvaluation.Result

    func hits(of phrase: String) -> [SpottingEvaluation.Hit] { result.hits[phrase] ?? [] }
    func scores(of phrase: String) -> [Double] { hits(of: phrase).map(\.score) }
  }

  private func tuning(of keyphrase: Keyphrase, _ heard: [Heard], _ check: PhraseCheck) throws -> PhraseTuning {
    let phrase = keyphrase.text
    let spoken = heard.filter { $0.recording.phrases.contains(phrase) }
    let scores = spoken.map { (name: $0.recording.name, score: $0.scores(of: phrase).max()) }
    func negatives(from origin: TuningMaterial.Recording.Origin) -> [Heard] {
      heard.filter { heard in
        heard.recording.origin == origin && heard.recording.phrases.isEmpty
          && (origin == .owner || !OrdinarySpeech.contains(keyphrase.words, in: SpokenText.words(of: heard.recording.name)))
      }
    }
    let (own, bundled, similar) = (negatives(from: .owner), negatives(from: .bundled), negatives(from: .similar))
    let predicted = KeyphraseThreshold.predicted(phoneCount: check.phoneCount(of: keyphrase))
    let choice = ThresholdChoice(
      .init(
        scores: scores.map(\.score), alarms: own.flatMap { $0.scores(of: phrase) }, hours: own.map(\.result).hours,
        bundledAlarms: bundled.flatMap { $0.scores(of: phrase) }, bundledHours: bundled.map(\.result).hours),
      predicted: predicted, falseAlarmsPerHour: falseAlarmsPerHour)
    let range = SpottingCalibration.thresholds
    // Rounded to one decimal place, as it is saved, before it is measured; rounded up, so that rounding admits no further alarm.
    let threshold = (min(max(choice.log10Threshold, range.lowerBound), range.upperBound) * 10).rounded(.up) / 10
    func alarms(in negatives: [Heard]) -> [(name: String, score: Double)] {
      negatives.flatMap { heard in heard.scores(of: phrase).filter { $0 >= threshold }.map { (heard.recording.name, $0) } }
        .sorted { $0.1 > $1.1 }
    }
    // The rate allows the alarms above the threshold; the highest one below it decided the threshold.
    let raising = own.flatMap { heard in heard.hits(of: phrase).map { (name: heard.recording.name, hit: $0) } }
      .filter { choice.isRaised && $0.hit.score < choice.log10ThresholdForRate }.max { $0.hit.score < $1.hit.score }
    let (ownAlarms, bundledAlarms) = (alarms(in: own), alarms(in: bundled))
    let missed = scores.filter { ($0.score ?? -.infinity) < threshold }.map(\.name)
    let faults = check.faults(of: keyphrase, missed: missed.count, of: scores.count)
    return PhraseTuning(
      phrase: phrase, phoneCount: check.phoneCount(of: keyphrase), predicted: predicted, log10Threshold: threshold,
      choice: choice, raisedBy: raising.map { .init(recording: $0.name, start: $0.hit.start) }, recordings: scores.count,
      missed: missed, weakest: scores.compactMap(\.score).min(),
      own: AlarmCount(alarms: ownAlarms.count, hours: own.map(\.result).hours), ownAlarms: ownAlarms.map(\.name),
      bundled: AlarmCount(alarms: bundledAlarms.count, hours: bundled.map(\.result).hours),
      bundledAlarms: bundledAlarms.map(\.name), similarAlarms: alarms(in: similar).map(\.name), faults: faults,
      suggestion: faults.isEmpty ? nil : try check.suggestion(insteadOf: keyphrase))
  }
}
