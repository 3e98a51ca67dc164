import PocketSphinx
public import Vocative

/// Measures spotting: recordings of keyphrases, and recordings without them for false alarms, in one permissive pass each.
public struct SpottingEvaluation: Sendable {
  /// The method of listening.
  public enum Method: Equatable, Sendable {
    /// Vocative's method: voice activity detection, and a second pass over the candidates of the first.
    case pipeline
    /// Plain PocketSphinx keyword search over everything, as a baseline.
    case plain
  }

  /// A possible occurrence of a phrase.
  public struct Hit: Equatable, Sendable {
    /// The decimal logarithm of the strictest threshold at which it would be reported.
    public let score: Double
    /// The start of the phrase, in seconds from the start of the recording.
    public let start: Double
    /// The end of the phrase, in seconds from the start of the recording.
    public let end: Double
    /// Seconds from the end of the phrase to the report, for further audio and processing; nil for the baseline.
    public let delay: Double?
    /// The decades by which the score exceeds the default threshold; below 0, only a measurement reports it.
    public let margin: Double

    /// Creates a hit.
    public init(score: Double, start: Double, end: Double, delay: Double?, margin: Double = 0) {
      self.score = score
      self.margin = margin
      self.start = start
      self.end = end
      self.delay = delay
    }
  }

  /// The scores of all phrases in one recording.
  public struct Result: Sendable {
    /// The recording.
    public let entry: EvaluationManifest.Entry
    /// The possible occurrences of each phrase.
    public let hits: [String: [Hit]]
    /// Seconds of audio.
    public let duration: Double
    /// Seconds of processor time for listening at the default thresholds.
    public let time: Double

    /// Creates a result.
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

  /// Creates an evaluation of a plan's wake phrases.
  ///
  /// - Parameter measuresTime: Whether each method listens again with its defaults to measure processor time; otherwise the time
  ///   is 0.
  public init(model: RecognitionModel, plan: SpeechPlan, method: Method, measuresTime: Bool = true) {
    self.measuresTime = measuresTime
    self.model = model
    self.plan = plan
    self.method = method
  }

  /// The default thresholds as decimal logarithms: Vocative's for each phrase, PocketSphinx's single one for all.
  public var defaultThresholds: [String: Double] {
    Dictionary(
      plan.keyphrases.map { ($0.text, method == .pipeline ? $0.log10Threshold : 0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Processes every recording, `jobs` in parallel, each with new decoders.
  ///
  /// - Parameters:
  ///   - audio: Returns the audio of an entry by its index.
  ///   - progress: Called after each recording.
  /// - Throws: The errors of `audio`, or `PocketSphinxError`.
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

  /// Processes one recording with new decoders.
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
  /// Returns the curve of one phrase from these recordings of it and others without it.
  public func curve(of phrase: String, negatives: [SpottingEvaluation.Result]) -> DetectionCurve {
    let recordings = filter { $0.entry.expectation.phrases.contains(phrase) }
    return DetectionCurve(
      scores: recordings.map { $0.hits[phrase]?.map(\.score).max() },
      alarms: negatives.flatMap { $0.hits[phrase] ?? [] }.map(\.score), hours: negatives.hours)
  }

  /// The recordings that are declared to have no phrase, in which every hit is a false alarm.
  public var withoutPhrases: [SpottingEvaluation.Result] { filter { $0.entry.expectation == .spotted([]) } }

  /// The total duration, in hours.
  public var hours: Double { map(\.duration).reduce(0, +) / 3600 }
}
