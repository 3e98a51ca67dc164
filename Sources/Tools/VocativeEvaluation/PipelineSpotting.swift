import AudioSamples
import PocketSphinx
import Vocative
import VocativeCapture
import VocativeDetection

/// Listens for keyphrases as Vocative does: once permissively for the scores, once with the default thresholds for the time.
struct PipelineSpotting {
  private let model: RecognitionModel
  private let plan: SpeechPlan
  private let measuresTime: Bool
  /// Decades by which thresholds are lowered to draw the curve; a lower score would never be an acceptable alarm.
  private static let permissiveness = 60.0

  init(model: RecognitionModel, plan: SpeechPlan, measuresTime: Bool) {
    self.measuresTime = measuresTime
    self.model = model
    self.plan = plan
  }

  func listen(to samples: [Int16]) throws -> (hits: [String: [SpottingEvaluation.Hit]], time: Double) {
    var measuring = Detector.Configuration()
    measuring.reportsClearerHits = true
    let lowered = plan.keyphrases.map {
      Keyphrase(text: $0.text, kind: $0.kind, log10Threshold: $0.log10Threshold - Self.permissiveness)
    }
    let found = try events(in: samples, detector(measuring, lowered))
    guard measuresTime else { return (hits(from: found), 0) }
    // A second pass over everything that is far from a phrase is only needed for measurement, so it must not count as time.
    let shipped = try events(in: samples, detector(Detector.Configuration(), plan.keyphrases))
    return (hits(from: found), shipped.map(\.time).reduce(0, +))
  }

  private struct Moment {
    let events: [DetectionEvent]
    let end: Int
    let time: Double
  }

  private func detector(_ configuration: Detector.Configuration, _ keyphrases: [Keyphrase]) throws -> Detector {
    let detector = Detector(model: model.acousticModel, configuration: configuration)
    try detector.setKeyphrases(keyphrases, lexicon: plan.lexicon)
    return detector
  }

  private func events(in samples: [Int16], _ detector: Detector) throws -> [Moment] {
    var moments: [Moment] = []
    for start in stride(from: 0, to: samples.count, by: AudioFrame.sampleCount) {
      let end = min(start + AudioFrame.sampleCount, samples.count)
      let frame = AudioFrame(samples: Array(samples[start..<end]), sampleTime: start)
      let (events, time) = try ProcessorTime.of { try detector.process(frame) }
      moments.append(Moment(events: events, end: end, time: time))
    }
    let (last, time) = try ProcessorTime.of { try detector.finish() }
    return moments + [Moment(events: last, end: samples.count, time: time)]
  }

  private func hits(from moments: [Moment]) -> [String: [SpottingEvaluation.Hit]] {
    var best: [(hit: KeyphraseHit, moment: Moment)] = []
    for moment in moments {
      for case .spotted(let hit) in moment.events {
        // Repeated hits on the same words count as one hit with the best score.
        let same = best.firstIndex { $0.hit.keyphrase == hit.keyphrase && $0.hit.start < hit.end && hit.start < $0.hit.end }
        if let same { best[same] = (hit, moment) } else { best.append((hit, moment)) }
      }
    }
    return Dictionary(grouping: best, by: \.hit.keyphrase.text).mapValues { found in
      found.map { hit, moment in
        .init(
          score: hit.score, start: SpeechAudio.seconds(of: hit.start),
          end: SpeechAudio.seconds(of: hit.end),
          delay: SpeechAudio.seconds(of: max(moment.end - hit.end, 0)) + moment.time, margin: hit.margin - Self.permissiveness)
      }
    }
  }
}
