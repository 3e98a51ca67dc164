import Foundation
public import Logging
public import Vocative
import WyomingProtocol

/// The stages of an assistant for other programs: the same stages as at a microphone, shared by all connections.
public struct WyomingServices: Sendable {
  /// Text to speech.
  public struct Voice: Sendable {
    let engine: SpeechEngine
    let style: @Sendable () -> SpeechStyle

    /// Creates text to speech with an engine.
    ///
    /// - Parameter style: Returns the volume, the speed and the voice of the next sentence; a request may name another voice.
    public init(_ engine: SpeechEngine, style: @escaping @Sendable () -> SpeechStyle = { SpeechStyle() }) {
      (self.engine, self.style) = (engine, style)
    }
  }

  let limits: WyomingLimits
  private let runtime: @Sendable () async -> IntentRuntime
  private let model: RecognitionModel
  private let voice: Voice?
  private let calibration: SpottingCalibrationFile?
  private let plans: SpeechPlans
  private let detections: WakeDetections
  private let transcribers: ResourcePool<Transcriber>
  private let voices: ResourcePool<Void>
  private let conversations: OpenConversations
  /// The speech after wake phrases.
  let handovers: HandoverStore
  private let logger: Logger

  /// The language of all services, which is the model's.
  static let language = "en"

  /// Creates the services of an assistant.
  ///
  /// - Parameters:
  ///   - runtime: Returns the runtime; called for each request, because a reload may replace it.
  ///   - voice: The text to speech; nil for none.
  ///   - calibration: The file with tuned thresholds, which is watched; nil for predicted thresholds.
  public init(
    runtime: @escaping @Sendable () async -> IntentRuntime, model: RecognitionModel, voice: Voice?,
    calibration: SpottingCalibrationFile? = nil, limits: WyomingLimits = WyomingLimits(), logger: Logger
  ) {
    let (clock, start) = (ContinuousClock(), ContinuousClock.now)
    self.runtime = runtime
    self.model = model
    self.voice = voice
    self.limits = limits
    self.calibration = calibration
    self.logger = logger
    plans = SpeechPlans(model: model, calibration: calibration, logger: logger)
    detections = WakeDetections(limit: limits.wakeDetections, model: model, logger: logger)
    let processors = ProcessInfo.processInfo.activeProcessorCount
    transcribers = ResourcePool(processors, maxWaiting: limits.waitingRequests) { Transcriber(model: model) }
    voices = ResourcePool(processors, maxWaiting: limits.waitingRequests) {}
    conversations = OpenConversations(
      limit: limits.conversations, questionTime: limits.questionTime,
      texts: ResourcePool(processors, maxWaiting: limits.waitingRequests) {}
    ) { clock.now - start }
    handovers = HandoverStore { clock.now - start }
  }

  /// Prepares everything that the first client would otherwise have to wait for.
  ///
  /// - Throws: The error of the assistant's grammar.
  public func prepare() async throws {
    let runtime = await runtime()
    let plan = try await plans.plan(for: try await runtime.grammar(), of: runtime)
    _ = try await transcribers.with(for: "") { try await $0.interpretation(of: [], by: [plan]) }
  }

  // MARK: Description

  func info() async -> WyomingEvent.Info {
    let runtime = await runtime()
    return WyomingEvent.Info(
      assistant: runtime.assistant.name, wakePhrases: runtime.assistant.wakePhrases, engine: voice?.engine)
  }

  // MARK: Wake words

  /// Returns a detection for one client.
  func wakeDetection(names: Set<String>?, for client: WyomingAnswer) async throws -> WakeDetection {
    guard let detection = await detections.take(for: client) else {
      throw WyomingServiceError(
        code: "busy", reason: "wake word detection already serves \(limits.wakeDetections) clients; try again later")
    }
    do {
      try await prepare(detection, names: names)
      return detection
    } catch {
      await detections.giveBack(detection, of: client.peer)
      throw error
    }
  }

  /// Takes back the detection of a client that has disconnected, and keeps what was said behind the wake phrase.
  func giveBack(_ detection: WakeDetection, of peer: ServedPeer) async {
    if let samples = await detection.audioFromWakePhrase() { await handovers.keep(samples, from: peer) }
    await detections.giveBack(detection, of: peer)
  }

  /// Sets the wake words of a detection: those with these names, or all.
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

  /// Applies changed wake phrases and thresholds to a detection, which a client uses.
  ///
  /// A reload changes the assistant's wake phrases, and tuning changes the calibration file. If no wake word has one of the names, the
  /// detection listens for nothing.
  func follow(with detection: WakeDetection, names: Set<String>?, of peer: ServedPeer) async throws {
    detections.use(by: peer)
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

  /// Returns the transcript of speech; empty if it is not one of the assistant's phrases.
  ///
  /// If the client was asked for the passphrase, a code replaces words that may be the passphrase.
  func transcript(of speech: [Int16], for peer: ServedPeer) async throws -> String {
    guard !speech.isEmpty else { return "" }
    return try await attempt("recognizing the audio failed") {
      let ordinary = try await plan()
      guard let expected = try await conversations.expectedAnswers(of: peer) else {
        let request = try await transcribers.with(for: peer.host) { try await $0.interpretation(of: speech, by: [ordinary]) }
        return await transcript(of: request, for: peer)
      }
      let answers = try await plan(for: expected)
      guard expected.isPassphrase else {
        let heard = try await transcribers.with(for: peer.host) {
          try await $0.interpretation(of: speech, by: [answers, ordinary])
        }
        return await transcript(of: heard, for: peer)
      }
      let (request, answer) = try await transcribers.with(for: peer.host) {
        (try await $0.interpretation(of: speech, by: [ordinary]), try await $0.interpretation(of: speech, by: [answers]))
      }
      if let request, request.confidence > answer?.confidence ?? 0 { return await transcript(of: request, for: peer) }
      let heard = answer.map(Understanding.understood) ?? .rejected(Rejection(.notAPhrase))
      return await conversations.keepPassphrase(heard, heardFrom: peer)
    }
  }

  /// Returns the words of an interpretation, and keeps its rival for the question when they come back.
  private func transcript(of interpretation: Interpretation?, for peer: ServedPeer) async -> String {
    guard let interpretation else { return "" }
    await conversations.keepRival(of: interpretation, heardFrom: peer)
    return interpretation.text
  }

  private func plan(for expected: OpenConversations.ExpectedAnswers) async throws -> SpeechPlans.Planned {
    do {
      return try await plans.plan(for: expected.grammar, of: expected.runtime, isSecret: expected.isPassphrase)
    } catch  where expected.isPassphrase {
      // The error may name a word of the passphrase.
      throw WyomingServiceError(code: "unavailable", reason: "the passphrase contains a word without a pronunciation")
    }
  }

  private func plan() async throws -> SpeechPlans.Planned {
    let runtime = await runtime()
    return try await plans.plan(for: try await runtime.grammar(), of: runtime)
  }

  /// Returns the transcript of speech that begins with a wake phrase; nil if that is not one of the assistant's phrases.
  func transcriptFromWakePhrase(of speech: [Int16], for peer: ServedPeer) async throws -> String? {
    // An answer to a question follows no wake phrase.
    guard try await conversations.expectedAnswers(of: peer) == nil else { return nil }
    return try await attempt("recognizing the audio failed") {
      let ordinary = try await plan()
      let request = try await transcribers.with(for: peer.host) {
        try await $0.interpretation(of: speech, from: .wakePhrase, by: [ordinary])
      }
      return request == nil ? nil : await transcript(of: request, for: peer)
    }
  }

  // MARK: Intents

  /// Returns the request of a text; nil if the text is not one of the assistant's phrases, is private, or is the transcript of a command
  /// that has a rival, because a request without a question might be the opposite.
  func interpretation(of text: String, of peer: ServedPeer) async throws -> Interpretation? {
    try await attempt("recognizing the text failed") {
      guard await !conversations.isDoubtful(text, from: peer) else { return nil }
      let runtime = await runtime()
      let understanding = try await conversations.understanding(
        of: text, in: Conversation(runtime: runtime, source: .api), of: peer, runtime: runtime)
      guard case .understood(let interpretation) = understanding, await !runtime.isPrivate(interpretation) else { return nil }
      return Interpretation(
        text: interpretation.text, intent: runtime.origin(of: interpretation.intent).intent, slots: interpretation.slots,
        confidence: interpretation.confidence)
    }
  }

  /// Performs the request of a text.
  ///
  /// - Parameter conversation: The name of the conversation; nil for that of the connection.
  func handle(_ text: String, in conversation: String?, of peer: ServedPeer) async throws -> OpenConversations.Outcome {
    try await attempt("handling the text failed") {
      try await conversations.receive(text, in: conversation, of: peer, runtime: await runtime())
    }
  }

  // MARK: Text to speech

  /// The audio of a text without words.
  private static let silence = SpeechEngine.Speech(
    samples: [Int16](repeating: 0, count: AudioFrame.sampleRate / 20), rate: AudioFrame.sampleRate)

  /// Returns a text as speech, with the voice of this name if there is one, else with that of the settings.
  func speech(for text: String, voice name: String?, of peer: ServedPeer) async throws -> SpeechEngine.Speech {
    guard let voice else { throw WyomingServiceError(code: "speech", reason: "no speech engine is available") }
    guard text.count <= limits.textLength else {
      throw WyomingServiceError(
        code: "speech", reason: "the text has \(text.count) characters; the maximum is \(limits.textLength)")
    }
    // A response may be a single emoji. After an error, the whole pipeline of Home Assistant would fail.
    guard text.isSpeakable else { return Self.silence }
    var style = voice.style()
    if let name, voice.engine.voices.contains(name) { style.voice = name }
    let speech = try await attempt("speaking the text failed") { [style] in
      var (samples, rate) = ([Int16](), Self.silence.rate)
      for (index, part) in text.speechParts.enumerated() {
        let speech = try await voices.with(for: peer.host, isContinued: index > 0) { _ in
          try await voice.engine.synthesize(part, in: style)
        }
        (samples, rate) = (samples + speech.samples, speech.rate)
      }
      return SpeechEngine.Speech(samples: samples, rate: rate)
    }
    return speech.at(volume: style.volume)
  }

  /// Runs work, and logs the reason of a failure.
  private func attempt<Value>(_ failure: String, _ work: () async throws -> Value) async throws -> Value {
    do {
      return try await work()
    } catch let error as BusyError {
      throw WyomingServiceError(code: "busy", reason: "\(error)")
    } catch {
      logger.error("\(failure): \(error)")
      throw WyomingServiceError(code: "unavailable", reason: "\(failure); see the server's log")
    }
  }
}
