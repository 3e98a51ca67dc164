import Foundation
public import Logging
public import Vocative
import WyomingProtocol

/// What an assistant can do for other programs, whichever connection asks for it: the same stages as at a microphone.
public struct WyomingServices: Sendable {
  let limits: WyomingLimits
  private let runtime: @Sendable () async -> IntentRuntime
  private let model: RecognitionModel
  private let engine: SpeechEngine?
  private let calibration: SpottingCalibrationFile?
  private let plans: SpeechPlans
  private let detections: WakeDetections
  private let transcribers: Lending<Transcriber>
  private let voices: Lending<Void>
  private let conversations: OpenConversations
  private let logger: Logger

  /// The language of everything here: the model's.
  static let language = "en"

  /// The services of an assistant.
  ///
  /// - Parameters:
  ///   - runtime: Asked for each time, because it may be replaced.
  ///   - engine: What texts are spoken with; nil not to speak any.
  ///   - calibration: The file with tuned thresholds, which is followed; nil for predicted ones.
  public init(
    runtime: @escaping @Sendable () async -> IntentRuntime, model: RecognitionModel, engine: SpeechEngine?,
    calibration: SpottingCalibrationFile? = nil, limits: WyomingLimits = WyomingLimits(), logger: Logger
  ) {
    let (clock, start) = (ContinuousClock(), ContinuousClock.now)
    self.runtime = runtime
    self.model = model
    self.engine = engine
    self.limits = limits
    self.calibration = calibration
    self.logger = logger
    plans = SpeechPlans(model: model, calibration: calibration, logger: logger)
    detections = WakeDetections(most: limits.wakeDetections, model: model, logger: logger)
    let processors = ProcessInfo.processInfo.activeProcessorCount
    transcribers = Lending(processors) { Transcriber(model: model) }
    voices = Lending(processors) {}
    conversations = OpenConversations(most: limits.conversations, questionTime: limits.questionTime) { clock.now - start }
  }

  /// Makes everything ready that the first client would have to wait for.
  ///
  /// - Throws: What is wrong with the assistant's grammar.
  public func prepare() async throws {
    let runtime = await runtime()
    let plan = try await plans.plan(for: try await runtime.grammar(), of: runtime.assistant)
    _ = try await transcribers.with { try await $0.interpretation(of: [], by: [plan]) }
  }

  // MARK: What there is

  func info() async -> WyomingEvent.Info {
    let runtime = await runtime()
    return WyomingEvent.Info(
      assistant: runtime.assistant.name, wakePhrases: runtime.assistant.wakePhrases, engine: engine)
  }

  // MARK: Wake words

  /// A detection for one client.
  func wakeDetection(names: Set<String>?) async throws -> WakeDetection {
    guard let detection = await detections.take() else {
      throw WyomingServiceError(
        code: "busy", reason: "wake word detection already serves \(limits.wakeDetections) clients; try again later")
    }
    do {
      try await prepare(detection, names: names)
      return detection
    } catch {
      await detections.giveBack(detection)
      throw error
    }
  }

  /// Takes a detection back from a client that has left.
  func giveBack(_ detection: WakeDetection) async { await detections.giveBack(detection) }

  /// Has a detection listen for the wake words of these names, or for all.
  func prepare(_ detection: WakeDetection, names: Set<String>?) async throws {
    let wake = await runtime().assistant.wakePhrases.map(WakeWordName.of)
    guard names?.isDisjoint(with: wake) != true, !wake.isEmpty else {
      throw WyomingServiceError(
        code: "wake-word",
        reason: wake.isEmpty
          ? "this assistant has no wake words" : "unknown wake words; the wake words are: \(wake.joined(separator: ", "))")
    }
    try await listen(with: detection, names: names)
  }

  /// Has a detection that has listened for a while follow what has changed meanwhile.
  ///
  /// That is the assistant's wake phrases, which a reload changes, and the calibration file. When none of the names is left, nothing is
  /// listened for.
  func follow(with detection: WakeDetection, names: Set<String>?) async throws {
    let hasOtherPhrases = await detection.wakePhrases != runtime().assistant.wakePhrases
    let hasOtherThresholds = if let calibration { await detection.haveThresholdsChanged(calibration) } else { false }
    guard hasOtherPhrases || hasOtherThresholds else { return }
    try await listen(with: detection, names: names)
  }

  private func listen(with detection: WakeDetection, names: Set<String>?) async throws {
    try await attempt("wake word detection failed") {
      let planned = try await plan()
      let keyphrases = planned.plan.keyphrases.filter { keyphrase in
        keyphrase.kind == .wake && names?.contains(WakeWordName.of(keyphrase.text)) != false
      }
      try await detection.listen(for: keyphrases, of: planned)
    }
  }

  // MARK: Speech to text

  /// What was said; empty when it is none of the assistant's phrases.
  ///
  /// Where the client was asked for the passphrase, a code stands for what may be one.
  func transcript(of speech: [Int16], for peer: ServedPeer) async throws -> String {
    guard !speech.isEmpty else { return "" }
    return try await attempt("recognizing the audio failed") {
      let usual = try await plan()
      guard let expected = try await conversations.expectedAnswers(of: peer) else {
        return try await transcribers.with { try await $0.interpretation(of: speech, by: [usual]) }?.text ?? ""
      }
      let answers = try await plan(for: expected)
      guard expected.isPassphrase else {
        return try await transcribers.with { try await $0.interpretation(of: speech, by: [usual, answers]) }?.text ?? ""
      }
      let (request, answer) = try await transcribers.with {
        (try await $0.interpretation(of: speech, by: [usual]), try await $0.interpretation(of: speech, by: [answers]))
      }
      if let request, request.confidence > answer?.confidence ?? 0 { return request.text }
      let heard = answer.map(Understanding.understood) ?? .rejected(Rejection(.notAPhrase))
      return await conversations.keep(heard, heardFrom: peer)
    }
  }

  private func plan(for expected: OpenConversations.ExpectedAnswers) async throws -> SpeechPlans.Planned {
    do {
      return try await plans.plan(for: expected.grammar, of: expected.assistant, isSecret: expected.isPassphrase)
    } catch  where expected.isPassphrase {
      // The error may name a word of it.
      throw WyomingServiceError(code: "unavailable", reason: "the passphrase contains a word without a pronunciation")
    }
  }

  private func plan() async throws -> SpeechPlans.Planned {
    let runtime = await runtime()
    return try await plans.plan(for: try await runtime.grammar(), of: runtime.assistant)
  }

  // MARK: Intents

  /// What a text asks for; nil when it is none of the assistant's phrases, or is private.
  func interpretation(of text: String) async throws -> Interpretation? {
    try await attempt("recognizing the text failed") {
      let runtime = await runtime()
      let conversation = Conversation(runtime: runtime, source: .api)
      guard
        case .understood(let interpretation) = try conversation.understanding(
          of: text, in: try await runtime.grammar(), of: runtime.assistant),
        await !runtime.isPrivate(interpretation)
      else { return nil }
      return Interpretation(
        text: interpretation.text, intent: runtime.origin(of: interpretation.intent).intent, slots: interpretation.slots,
        confidence: interpretation.confidence)
    }
  }

  /// Does what a text asks for.
  ///
  /// - Parameter conversation: The name that the client gives it; nil for that of its connection.
  func handle(_ text: String, in conversation: String?, of peer: ServedPeer) async throws -> OpenConversations.Outcome {
    try await attempt("handling the text failed") {
      try await conversations.take(text, in: conversation, of: peer, runtime: await runtime())
    }
  }

  // MARK: Text to speech

  /// A text as speech, by a voice of this name where there is one.
  func speech(for text: String, voice: String?) async throws -> SpeechEngine.Speech {
    guard let engine else { throw WyomingServiceError(code: "speech", reason: "no speech engine is available") }
    guard text.count <= limits.textLength else {
      throw WyomingServiceError(
        code: "speech", reason: "the text has \(text.count) characters; the maximum is \(limits.textLength)")
    }
    guard text.contains(where: { $0.isLetter || $0.isNumber }) else {
      throw WyomingServiceError(code: "speech", reason: "the text contains no words")
    }
    return try await attempt("speaking the text failed") {
      try await voices.with { _ in try await engine.speaking(as: voice).synthesize(text) }
    }
  }

  /// Does something, and has the log say why it could not be done.
  private func attempt<Value>(_ failure: String, _ work: () async throws -> Value) async throws -> Value {
    do {
      return try await work()
    } catch {
      logger.error("\(failure): \(error)")
      throw WyomingServiceError(code: "unavailable", reason: "\(failure); see the server's log")
    }
  }
}
