import Foundation
import PocketSphinx
public import Vocative

/// Measures understanding: recordings of single commands, decoded as if they followed a wake phrase, or found after one.
public struct UnderstandingEvaluation: Sendable {
  /// The method of understanding.
  public enum Method: Equatable, Sendable {
    /// Vocative's method.
    case pipeline
    /// Plain PocketSphinx as a baseline: the same grammar without free text, its default options, the whole dictionary, and no
    /// confidence.
    case plain
  }

  /// The result of one recording.
  public struct Result: Sendable {
    /// The recording.
    public let entry: EvaluationManifest.Entry
    /// The understanding of the recording.
    public let understanding: Understanding
    /// The wake phrase's score, from 0 up, in decades above its threshold; nil if it was not spotted or not expected.
    public let wakeScore: Double?
    /// Seconds of audio.
    public let duration: Double
    /// Seconds of processor time for decoding and confidence.
    public let recognitionTime: Double
    /// The speaker's waiting time; nil if no speech or no end of speech was found.
    public let decision: Decision?
    /// Whether the runtime would act on the opposite of the spoken command, the worst error.
    public private(set) var isOpposite = false

    init(
      entry: EvaluationManifest.Entry, understanding: Understanding, wakeScore: Double?, duration: Double,
      recognitionTime: Double, decision: Decision?, grammar: CompiledGrammar
    ) {
      self.entry = entry
      self.understanding = understanding
      self.wakeScore = wakeScore
      self.duration = duration
      self.recognitionTime = recognitionTime
      self.decision = decision
      isOpposite = isHeardAsOpposite(in: grammar)
    }
  }

  /// The time from the end of speech to the decision.
  public struct Decision: Equatable, Sendable {
    /// Seconds of audio from the end of speech to its detection: the trailing silence that the endpointer needs, and noise that
    /// it takes for speech.
    ///
    /// Negative if the command was complete before the last sound that counts as speech.
    public let endpointDelay: Double
    /// Seconds of processor time after that: the rest of spotting, and the recognition.
    public let processing: Double
    /// The total, in seconds.
    public var delay: Double { endpointDelay + processing }
  }

  private let model: RecognitionModel
  private let plan: SpeechPlan
  private let method: Method
  private let configuration: TurnLoop.Configuration

  /// Creates an evaluation of an assistant's phrases.
  ///
  /// - Parameter configuration: The settings of detection, recognition and patience, for `Method.pipeline`.
  public init(
    model: RecognitionModel, plan: SpeechPlan, method: Method, configuration: TurnLoop.Configuration = TurnLoop.Configuration()
  ) {
    self.model = model
    self.plan = plan
    self.method = method
    self.configuration = configuration
  }

  /// Decodes every recording, `jobs` in parallel, each with new decoders.
  ///
  /// - Parameters:
  ///   - audio: Returns the audio of an entry by its index.
  ///   - progress: Called after each recording.
  /// - Throws: The errors of `audio`; `EvaluationManifestError` for a recording that cannot be measured; `PocketSphinxError`.
  public func run(
    _ entries: [EvaluationManifest.Entry], jobs: Int,
    audio: @escaping @Sendable (Int, EvaluationManifest.Entry) async throws -> EvaluationAudio,
    progress: @escaping @Sendable () -> Void
  ) async throws -> [Result] {
    for entry in entries { try check(entry) }
    return try await Workers.run(entries, jobs: jobs) { index, entry in
      let audio = try await audio(index, entry)
      defer { progress() }
      return try result(of: entry, audio: audio)
    }
  }

  /// Returns the first line for each intent and slot that recordings expect and the assistant does not have: they count as wrong.
  public func unknownExpectations(of entries: [EvaluationManifest.Entry]) -> [EvaluationManifestError] {
    let intents = IntentSlots(grammar: plan.grammar.grammar)
    var reasons: Set<String> = []
    return entries.compactMap(intents.fault).filter { reasons.insert($0.reason).inserted }
  }

  /// Checks that a recording can be measured.
  ///
  /// - Throws: `EvaluationManifestError` for a recording of keyphrases, and for a wake phrase that the assistant does not have.
  func check(_ entry: EvaluationManifest.Entry) throws(EvaluationManifestError) {
    if case .spotted = entry.expectation {
      throw entry.error("\"phrases\" is for keyphrases; measure them with --phrases, or replace it with an \"intent\"")
    }
    guard entry.wake, plan.wakePhrases.isEmpty else { return }
    throw entry.error("\"wake\" is true, but the assistant has no wake phrase; add one, or remove \"wake\"")
  }

  /// Decodes one recording with new decoders.
  ///
  /// - Throws: `PocketSphinxError`.
  func result(of entry: EvaluationManifest.Entry, audio: EvaluationAudio) throws -> Result {
    switch method {
    case .plain:
      let recognizer = try PlainRecognizer(model: model, plan: plan, afterWake: entry.wake)
      let (understanding, time) = try ProcessorTime.of { try recognizer.recognize(audio.samples) }
      // Uses the same endpointer, without a phrase to spot.
      let endpoint = try Detector(model: model.acousticModel).endpoint(
        of: audio, maxDuration: TurnMachine.Timeouts().maxCommandDuration)
      return Result(
        entry: entry, understanding: understanding, wakeScore: nil, duration: audio.duration, recognitionTime: time,
        decision: endpoint.map { Decision(endpointDelay: $0.delay, processing: $0.processing + time) }, grammar: plan.grammar)
    case .pipeline:
      var listener = try PipelineListener(model: model, plan: plan, configuration: configuration)
      let heard = entry.wake ? try listener.turn(audio) : try listener.command(audio)
      return Result(
        entry: entry, understanding: heard.understanding, wakeScore: heard.wakeScore, duration: audio.duration,
        recognitionTime: heard.recognitionTime, decision: heard.decision, grammar: plan.grammar)
    }
  }
}
