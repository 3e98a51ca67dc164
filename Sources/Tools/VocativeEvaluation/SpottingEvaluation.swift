import PocketSphinx
public import Vocative

/// Measures spotting: recordings of keyphrases, and recordings without them for false alarms, in one permissive pass each.
public struct SpottingEvaluation: Sendable {
  /// How the audio is listened to.
  public enum Method: Equatable, Sendable {
    /// As Vocative does: voice activity, and a second hearing of what the first finds.
    case pipeline
    /// Plain PocketSphinx keyword search over everything, as a baseline.
    case plain
  }

  /// One place where a phrase may have been heard.
  public struct Hit: Equatable, Sendable {
    /// The strictest threshold, as a decimal logarithm, at which it would have been reported.
    public let score: Double
    /// Seconds from the start of the recording to the start of the phrase.
    public let start: Double
    /// Seconds from the start of the recording to the end of the phrase.
    public let end: Double
    /// Seconds from the end of the phrase to the report: audio that had to be waited for, and processor time; nil for the baseline.
    public let delay: Double?

    /// A place with its score.
    public init(score: Double, start: Double, end: Double, delay: Double?) {
      self.score = score
      self.start = start
      self.end = end
      self.delay = delay
    }
  }

  /// The phrases' scores in one recording.
  public struct Result: Sendable {
    /// The recording.
    public let entry: EvaluationManifest.Entry
    /// For each phrase the places where it may have been heard.
    public let hits: [String: [Hit]]
    /// Seconds of audio.
    public let duration: Double
    /// Seconds of processor time for listening, at the thresholds that are used when nothing else is said.
    public let time: Double

    /// The result of a recording.
    public init(entry: EvaluationManifest.Entry, hits: [String: [Hit]], duration: Double, time: Double) {
      self.entry = entry
      self.hits = hits
      self.duration = duration
      self.time = time
    }
  }

  private let model: RecognitionModel
  private let plan: SpeechPlan
  private let method: Method
  private let measuresTime: Bool

  /// An evaluation of the wake phrases of a plan.
  ///
  /// - Parameter measuresTime: Whether each method listens a second time, as it is shipped, to measure processor time; else it is 0.
  public init(model: RecognitionModel, plan: SpeechPlan, method: Method, measuresTime: Bool = true) {
    self.measuresTime = measuresTime
    self.model = model
    self.plan = plan
    self.method = method
  }

  /// The thresholds used when nothing else is said, as decimal logarithms: Vocative's by the phrase, PocketSphinx's one for all.
  public var defaultThresholds: [String: Double] {
    Dictionary(
      plan.keyphrases.map { ($0.text, method == .pipeline ? $0.log10Threshold : 0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Listens to every recording, `jobs` at a time, each with decoders that have heard nothing before.
  ///
  /// - Parameters:
  ///   - audio: Gives the audio of an entry by its place.
  ///   - progress: Called after each recording.
  /// - Throws: What `audio` throws, or `PocketSphinxError`.
  public func run(
    _ entries: [EvaluationManifest.Entry], jobs: Int,
    audio: @escaping @Sendable (Int, EvaluationManifest.Entry) async throws -> EvaluationAudio,
    progress: @escaping @Sendable () -> Void
  ) async throws -> [Result] {
    try await Workers.run(entries, jobs: jobs) { index, entry in
      let audio = try await audio(index, entry)
      defer { progress() }
      return try result(of: entry, audio: audio)
    }
  }

  /// Listens to one recording with decoders that have heard nothing before.
  ///
  /// - Throws: `PocketSphinxError`.
  func result(of entry: EvaluationManifest.Entry, audio: EvaluationAudio) throws -> Result {
    let found: (hits: [String: [Hit]], time: Double)
    switch method {
    case .pipeline: found = try PipelineSpotting(model: model, plan: plan, measuresTime: measuresTime).listen(to: audio.samples)
    case .plain: found = try PlainSpotting(model: model, plan: plan, measuresTime: measuresTime).listen(to: audio.samples)
    }
    return Result(entry: entry, hits: found.hits, duration: audio.duration, time: found.time)
  }
}

extension [SpottingEvaluation.Result] {
  /// The curve of one phrase: these are the recordings of it, the others those without.
  public func curve(of phrase: String, negatives: [SpottingEvaluation.Result]) -> DetectionCurve {
    let recordings = filter { $0.entry.expectation.phrases.contains(phrase) }
    return DetectionCurve(
      scores: recordings.map { $0.hits[phrase]?.map(\.score).max() },
      alarms: negatives.flatMap { $0.hits[phrase] ?? [] }.map(\.score), hours: negatives.hours)
  }

  /// Those that say to hold no phrase, in which whatever is spotted is a false alarm.
  public var withoutPhrases: [SpottingEvaluation.Result] { filter { $0.entry.expectation == .spotted([]) } }

  /// Hours of audio.
  public var hours: Double { map(\.duration).reduce(0, +) / 3600 }
}
