import AcousticFrontEnd
public import Logging
import PocketSphinx
public import VocativeCapture
import VocativeDetection
public import VocativeIntents
public import VocativeResponse
public import VocativeUnderstanding

/// What a watcher of a turn loop is told.
public enum TurnNotice: Sendable {
  /// Something happened in the conversation.
  case event(TurnEvent)
  /// The loop is in another state.
  case state(TurnState)
  /// How loud the last frame was.
  case level(InputLevel)
}

/// What a turn loop is doing, for people.
public enum TurnState: String, Equatable, Sendable {
  /// Waiting for a keyphrase.
  case idle
  /// Spoken to, waiting for the command.
  case awake
  /// Hearing the command.
  case listening
  /// Handling the request, or speaking.
  case answering
}

/// The conversation: listens, understands, has the intent performed, speaks the answer, and listens again.
///
/// Every state has a timeout and a way back to idle. While the assistant speaks, a live source is not listened to.
public actor TurnLoop {
  /// Times and settings.
  public struct Configuration: Sendable {
    /// How speech and keyphrases are found.
    public var detection = Detector.Configuration()
    /// How commands are decoded and when they are believed.
    public var recognition = CommandRecognizer.Configuration()
    /// Seconds a command may be waited for after the wake phrase or a question.
    public var commandTimeout = 6.0
    /// Seconds one command may last.
    public var longestCommand = 10.0
    /// Seconds after speaking during which the room still echoes.
    public var echoTail = 0.3
    /// How long speaking may take.
    public var speechLimit = Duration.seconds(60)

    /// The settings used when nothing else is said.
    public init() {}
  }

  private let runtime: IntentRuntime
  private let model: RecognitionModel
  private var planner: SpeechPlanner
  private var calibration: FollowedCalibration?
  private let synthesizer: any Synthesizer
  private let configuration: Configuration
  private let clock: any Clock<Duration>
  private let logger: Logger
  private let notify: @Sendable (TurnNotice) -> Void

  private var plan: SpeechPlan?
  private var plannedGrammar: Grammar?
  private let frontEnd: UtteranceFrontEnd
  private var detector: Detector
  private let recognizer: any UtteranceRecognizer
  private var machine: TurnMachine
  private var conversation: Conversation
  private var answer: Task<Void, Never>?
  private var deafUntil = 0
  private var now = 0
  private var lastState: TurnState?
  private var lastRecognition: (range: Range<Int>, beginning: CommandRecognizer.Beginning, understanding: Understanding)?

  /// A loop for one assistant.
  ///
  /// `notify` is called for everything that happens, in order, from the loop's own task.
  ///
  /// - Parameters:
  ///   - calibration: The file with tuned thresholds, which is followed while the loop listens; nil for predicted ones.
  ///   - recognizer: What commands are heard with; nil for PocketSphinx with the model.
  public init(
    runtime: IntentRuntime, model: RecognitionModel, synthesizer: any Synthesizer, calibration: SpottingCalibrationFile? = nil,
    recognizer: sending (any UtteranceRecognizer)? = nil, configuration: Configuration = Configuration(),
    clock: any Clock<Duration> = ContinuousClock(), logger: Logger,
    notify: @escaping @Sendable (TurnNotice) -> Void
  ) {
    self.runtime = runtime
    self.model = model
    self.synthesizer = synthesizer
    self.configuration = configuration
    self.clock = clock
    self.logger = logger
    self.notify = notify
    planner = SpeechPlanner(model: model, assistant: runtime.assistant)
    self.calibration = calibration.map(FollowedCalibration.init)
    frontEnd = UtteranceFrontEnd(model: model.acousticModel)
    detector = Detector(model: model.acousticModel, frontEnd: frontEnd, configuration: configuration.detection)
    if let recognizer {
      self.recognizer = recognizer
    } else {
      self.recognizer = CommandRecognizer(
        model: model.acousticModel, frontEnd: frontEnd, configuration: configuration.recognition, dictation: model.dictation)
    }
    machine = TurnMachine(addressing: .wakePhrase)
    conversation = Conversation(runtime: runtime, source: .voice)
  }

  /// Listens to a source until it ends or the task is cancelled.
  ///
  /// - Throws: `CaptureError` when the source fails; what is wrong with the assistant's grammar; `PocketSphinxError`.
  public func run(_ source: some AudioSource) async throws {
    detector = Detector(model: model.acousticModel, frontEnd: frontEnd, configuration: configuration.detection)
    conversation = Conversation(runtime: runtime, source: .voice)
    (now, deafUntil, lastRecognition) = (0, 0, nil)
    try await prepare()
    tellState()
    for try await frame in source.frames() {
      now = frame.endSampleTime
      notify(.level(InputLevel(of: frame.samples)))
      // The assistant does not listen to itself. A file has nobody's voice in it and waits instead.
      if answer != nil || frame.sampleTime < deafUntil { continue }
      try await listen(to: frame, isLive: source.isLive)
    }
    await answer?.value
    try await act(on: try detector.finish().flatMap { machine.take($0) }, isLive: false)
    try await act(on: machine.finish(), isLive: false)
  }

  private func listen(to frame: AudioFrame, isLive: Bool) async throws {
    for event in try detector.process(frame) {
      try await act(on: machine.take(event), isLive: isLive)
    }
    try await act(on: machine.advance(to: now), isLive: isLive)
    try followCalibration()
    tellState()
  }

  private func act(on actions: [TurnMachine.Action], isLive: Bool) async throws {
    for action in actions {
      switch action {
      case .report(let hit):
        tell(
          .spotted(
            phrase: hit.keyphrase.text, start: Self.seconds(hit.start), end: Self.seconds(hit.end), score: hit.margin))
      case .anticipate(let range, let beginning, let hasFaded):
        await refreshPlan()
        let understanding = try await recognize(range, from: beginning)
        guard let answer = machine.answer(toAnticipated: understanding, hasFaded: hasFaded) else { continue }
        try detector.discardSpeech()
        try await reply(to: answer, isLive: isLive)
      case .recognize(let range, let beginning):
        await refreshPlan()
        let understanding = try await recognize(range, from: beginning)
        guard let answer = machine.answer(to: understanding, now: now) else { continue }
        try await reply(to: answer, isLive: isLive)
      case .giveUp(let reason):
        try await reply(to: .init(understanding: .rejected(Rejection(reason)), isQuiet: false), isLive: isLive)
      }
    }
  }

  /// Decodes a stretch of audio, unless it was the last that was decoded, as when speech has ended where it had paused.
  private func recognize(
    _ range: Range<Int>, from beginning: CommandRecognizer.Beginning
  ) async throws -> Understanding {
    if let last = lastRecognition, last.range == range, last.beginning == beginning { return last.understanding }
    let understanding = try await recognizer.recognize(detector.history.samples(in: range), from: beginning)
    logger.debug("recognised \(range.count) samples as \(understanding)")
    lastRecognition = (range, beginning, understanding)
    return understanding
  }

  // MARK: Answering

  /// A live source goes on while the answer is found and spoken, and its frames are thrown away; a file waits.
  private func reply(to wanted: TurnMachine.Answer, isLive: Bool) async throws {
    tellState()
    let task = Task { await self.give(wanted) }
    guard isLive else {
      await task.value
      return
    }
    answer = task
    try detector.discardSpeech()
  }

  private func give(_ wanted: TurnMachine.Answer) async {
    var current = conversation
    let reply = await current.take(wanted.understanding, isQuiet: wanted.isQuiet) { notice in await self.take(notice) }
    conversation = current
    if let dialog = reply.dialog { await speak(dialog) }
    if answer != nil { deafUntil = now + Int(configuration.echoTail * Double(AudioFrame.sampleRate)) }
    answer = nil
    machine.answered(expectsAnswer: reply.expectsAnswer, now: now)
    await refreshPlan()
    tellState()
  }

  /// Tells of what happens during a request, and speaks how it is coming along.
  private func take(_ notice: Conversation.Notice) async {
    tell(notice.event, isPrivate: notice.isPrivate)
    if notice.isUpdate, case .responded(_, _, let dialog, _) = notice.event { await speak(dialog) }
  }

  private func speak(_ dialog: String) async {
    let synthesizer = synthesizer
    let failure = await withTimeLimit(configuration.speechLimit, clock: clock) { () -> SpeechError? in
      do throws(SpeechError) {
        try await synthesizer.speak(dialog)
        return nil
      } catch {
        return error
      }
    }
    switch failure {
    case .some(nil): break
    case .some(let error?): tell(.error(code: "speech", message: error.reason))
    case nil: tell(.error(code: "speech", message: "speaking took longer than \(configuration.speechLimit) and was given up"))
    }
  }

  // MARK: Thresholds

  /// Takes the thresholds of a calibration file that has changed; keeps what it has when the file cannot be used.
  private func followCalibration() throws {
    guard machine.state == .idle, calibration?.isDue(at: now, isAtRest: !detector.isSpeaking) == true, readCalibration(), var plan
    else { return }
    plan.keyphrases = planner.keyphrases(of: plan)
    guard plan.keyphrases != self.plan?.keyphrases else { return }
    try detector.setKeyphrases(plan.keyphrases, lexicon: plan.lexicon)
    self.plan = plan
  }

  /// Whether the thresholds may be others now.
  private func readCalibration() -> Bool {
    do throws(SpottingCalibrationError) {
      guard let change = try calibration?.change() else { return false }
      planner.calibration = change.calibration
      let name = model.acousticModel.name
      logger.log(level: change.isForeign(to: name) ? .warning : .info, "\(change.description(for: name))")
      return true
    } catch {
      let message = "the thresholds stay as they are: \(error)"
      logger.error("\(message)")
      tell(.error(code: "calibration", message: message))
      return false
    }
  }

  // MARK: Vocabulary

  /// Makes the first plan; what is wrong with the grammar is an error now, and not a surprise later.
  private func prepare() async throws {
    calibration?.begin()
    _ = readCalibration()
    let grammar = try await runtime.grammar()
    let plan = try planner.plan(for: grammar)
    for warning in plan.warnings { logger.warning("\(warning)") }
    self.plan = plan
    plannedGrammar = grammar
    machine = TurnMachine(
      timeouts: .init(command: configuration.commandTimeout, longestCommand: configuration.longestCommand),
      addressing: plan.addressing)
    if let unknown = planner.calibration?.unknownPhrases(among: plan.keyphrases.map(\.text)), !unknown.isEmpty {
      logger.info("the calibration's \(unknown.map { "\"\($0)\"" }.joined(separator: ", ")) is none of this assistant's phrases")
    }
    try detector.setKeyphrases(plan.keyphrases, lexicon: plan.lexicon)
    try await recognizer.setGrammar(plan.grammar, wakePhrases: plan.wakePhrases, lexicon: plan.lexicon)
  }

  /// Follows what the assistant's lists hold now, and what is expected next; keeps what it has when that fails.
  private func refreshPlan() async {
    do {
      let grammar = conversation.expected(in: try await runtime.grammar())
      guard grammar != plannedGrammar else { return }
      let plan = try planner.plan(for: grammar)
      for warning in plan.warnings { logger.warning("\(warning)") }
      lastRecognition = nil
      try await recognizer.setGrammar(plan.grammar, wakePhrases: plan.wakePhrases, lexicon: plan.lexicon)
      // Follow-up grammars are for the next utterance only; the keyphrases stay the assistant's.
      if !conversation.expectsAnswer, plan.keyphrases != self.plan?.keyphrases {
        try detector.setKeyphrases(plan.keyphrases, lexicon: plan.lexicon)
        self.plan = plan
      }
      plannedGrammar = grammar
    } catch {
      logger.error("the assistant's phrases could not be brought up to date: \(error)")
      tell(.error(code: "vocabulary", message: "the assistant's phrases could not be brought up to date: \(error)"))
    }
  }

  // MARK: Telling

  private func tell(_ kind: TurnEvent.Kind, isPrivate: Bool = false) {
    notify(.event(TurnEvent(time: Self.seconds(now), kind: kind, isPrivate: isPrivate)))
  }

  private func tellState() {
    let state: TurnState
    switch machine.state {
    case .idle: state = .idle
    case .awake: state = detector.isSpeaking ? .listening : .awake
    case .answering: state = .answering
    }
    guard state != lastState else { return }
    lastState = state
    notify(.state(state))
  }

  private static func seconds(_ samples: Int) -> Double { Double(samples) / Double(AudioFrame.sampleRate) }
}
