import PocketSphinx
import Vocative

/// Plain PocketSphinx keyword search: a list of phrases, the whole dictionary, default options.
///
/// Time is measured with its one default threshold for all phrases. For the scores, a second search uses a threshold that every
/// candidate reaches, and beams wide enough not to prune instead. The default options remove silence, whose frames are not
/// counted, so the positions of its hits are early by that amount.
struct PlainSpotting {
  private let model: RecognitionModel
  private let plan: SpeechPlan
  private let measuresTime: Bool

  private static let search = "keyphrases"

  init(model: RecognitionModel, plan: SpeechPlan, measuresTime: Bool) {
    self.measuresTime = measuresTime
    self.model = model
    self.plan = plan
  }

  func listen(to samples: [Int16]) throws(PocketSphinxError) -> (hits: [String: [SpottingEvaluation.Hit]], time: Double) {
    var time = 0.0
    if measuresTime {
      let plain = try decoder(.unset(model: model.acousticModel, dictionary: model.dictionary), threshold: 1)
      time = try ProcessorTime.of { () throws(PocketSphinxError) in try segments(of: samples, plain) }.1
    }

    var permissive = DecoderConfiguration.unset(model: model.acousticModel, dictionary: model.dictionary)
    permissive.beams = .init(state: 1e-200, phone: 1e-200, word: 1e-200)
    // The search reports a hit only after a few frames, so some silence follows.
    let tail = [Int16](repeating: 0, count: 4800)
    let found = try segments(of: samples + tail, try decoder(permissive, threshold: 1e-100))
    let hits = Dictionary(grouping: found, by: \.text).mapValues { segments in
      segments.map { segment in
        // The default threshold is 1, whose logarithm is 0.
        let score = KeyphraseMargin.log10(ofProbability: segment.probability)
        return SpottingEvaluation.Hit(
          score: score, start: Double(segment.startFrame) / Double(Decoder.framesPerSecond),
          end: Double(segment.endFrame + 1) / Double(Decoder.framesPerSecond), delay: nil, margin: score)
      }
    }
    return (hits, time)
  }

  private func decoder(_ configuration: DecoderConfiguration, threshold: Double) throws(PocketSphinxError) -> Decoder {
    let decoder = try Decoder(configuration: configuration)
    try decoder.add(plan.lexicon)
    try decoder.setKeyphrases(plan.keyphrases.map { ($0.text, threshold) }, search: Self.search)
    try decoder.activate(Self.search)
    return decoder
  }

  private func segments(of samples: [Int16], _ decoder: Decoder) throws(PocketSphinxError) -> [Segment] {
    try decoder.startUtterance()
    try decoder.process(samples)
    let segments = decoder.hypothesis()?.segments ?? []
    try decoder.endUtterance()
    return segments
  }
}
