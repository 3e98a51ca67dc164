public import PocketSphinx
import VocativeCapture
import VocativeDetection

/// Measures spotting: recordings of keyphrases, and recordings without them for false alarms, in one permissive pass each.
public struct SpottingEvaluation: Sendable {
  /// How the audio is listened to.
  public enum Method: Equatable, Sendable {
    /// As Vocative does: voice activity, and the clearer of two hearings.
    case pipeline
    /// Plain PocketSphinx keyword search over everything, as a baseline.
    case plain
  }

  /// The phrases' best scores in one recording.
  public struct Result: Sendable {
    /// The recording.
    public let entry: EvaluationManifest.Entry
    /// For each phrase the strictest thresholds, as decimal logarithms, at which its hits would have been reported.
    public let hits: [String: [Double]]
    /// Seconds of audio.
    public let duration: Double
    /// Seconds it took.
    public let time: Double
  }

  /// Decimal logarithm of a threshold so permissive that every true phrase is a candidate.
  private static let permissive = -100.0

  private let model: AcousticModel
  private let lexicon: Lexicon
  private let phrases: [String]
  private let method: Method

  /// An evaluation of phrases in dictionary words.
  public init(model: AcousticModel, lexicon: Lexicon, phrases: [String], method: Method) {
    self.model = model
    self.lexicon = lexicon
    self.phrases = phrases
    self.method = method
  }

  /// Listens to every recording, `jobs` at a time, each with a decoder that has heard nothing before.
  ///
  /// - Parameter samples: Gives the samples of an entry, 16 kHz mono, with noise where the condition has some.
  /// - Throws: What `samples` throws, or `PocketSphinxError`.
  public func run(
    _ entries: [EvaluationManifest.Entry], jobs: Int,
    samples: @escaping @Sendable (Int, EvaluationManifest.Entry) async throws -> [Int16],
    progress: @escaping @Sendable () -> Void
  ) async throws -> [Result] {
    try await Workers.run(entries, jobs: jobs) { index, entry in
      let audio = try await samples(index, entry)
      let started = ContinuousClock.now
      let hits = try method == .pipeline ? pipelineHits(in: audio) : plainHits(in: audio)
      progress()
      return Result(
        entry: entry, hits: hits, duration: Double(audio.count) / 16_000, time: (ContinuousClock.now - started) / .seconds(1))
    }
  }

  private func pipelineHits(in audio: [Int16]) throws(PocketSphinxError) -> [String: [Double]] {
    var configuration = Detector.Configuration()
    configuration.secondHearing = .always
    let detector = Detector(model: model, configuration: configuration)
    try detector.setKeyphrases(
      phrases.map { Keyphrase(text: $0, kind: .wake, log10Threshold: Self.permissive) }, lexicon: lexicon)
    var events: [DetectionEvent] = []
    for start in stride(from: 0, to: audio.count, by: AudioFrame.sampleCount) {
      let end = min(start + AudioFrame.sampleCount, audio.count)
      events += try detector.process(AudioFrame(samples: Array(audio[start..<end]), sampleTime: start))
    }
    events += try detector.finish()
    var best: [KeyphraseHit] = []
    for case .spotted(let hit) in events {
      // The same words in both hearings are one hit, as clear as the clearer of the two.
      let same = best.firstIndex { $0.keyphrase == hit.keyphrase && $0.start < hit.end && hit.start < $0.end }
      if let same { if best[same].margin < hit.margin { best[same] = hit } } else { best.append(hit) }
    }
    return Dictionary(grouping: best, by: \.keyphrase.text).mapValues { $0.map { $0.margin + Self.permissive } }
  }

  private func plainHits(in audio: [Int16]) throws(PocketSphinxError) -> [String: [Double]] {
    var configuration = DecoderConfiguration(model: model)
    configuration.beam = 1e-200
    configuration.phoneBeam = 1e-200
    configuration.wordBeam = 1e-200
    let decoder = try Decoder(configuration: configuration)
    try decoder.add(lexicon)
    try decoder.setKeyphrases(phrases.map { ($0, 1e-100) }, search: "keyphrases")
    try decoder.activate("keyphrases")
    try decoder.startUtterance()
    try decoder.process(audio + [Int16](repeating: 0, count: 4800))
    let segments = decoder.hypothesis()?.segments ?? []
    try decoder.endUtterance()
    return Dictionary(grouping: segments, by: \.text).mapValues { hits in
      hits.map { KeyphraseMargin.log10(ofProbability: $0.probability) }
    }
  }
}

extension [SpottingEvaluation.Result] {
  /// The curve of one phrase: these are the recordings of it, the others those without.
  public func curve(of phrase: String, negatives: [SpottingEvaluation.Result]) -> DetectionCurve {
    let recordings = filter { $0.entry.expectation.phrases.contains(phrase) }
    return DetectionCurve(
      scores: recordings.map { $0.hits[phrase]?.max() }, alarms: negatives.flatMap { $0.hits[phrase] ?? [] },
      hours: negatives.map(\.duration).reduce(0, +) / 3600)
  }
}
