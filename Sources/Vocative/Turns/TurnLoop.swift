import AcousticFrontEnd
public import Logging
import PocketSphinx
public import VocativeCapture
import VocativeDetection
public import VocativeIntents
public import VocativeResponse
public import VocativeUnderstanding

/// The main loop of a conversation: listens, understands, performs the intent, speaks the answer, and listens again.
///
/// Every state has a timeout and a way back to idle. The loop does not listen to a live source while the assistant speaks.
public actor TurnLoop {
  /// The assistant's runtime, which `replaceRuntime(_:)` replaces.
  public internal(set) var runtime: IntentRuntime
  let model: RecognitionModel
  var planner: SpeechPlanner
  private var calibration: FollowedCalibration?
  let synthesizer: any Synthesizer
  let configuration: Configuration
  let clock: any Clock<Duration>
  let logger: Logger
  private let notify: @Sendable (TurnNotice) -> Void

  var plan: SpeechPlan?
  var plannedGrammar: Grammar?
  private let frontEnd: UtteranceFrontEnd
  var detector: Detector
  let recognizer: any UtteranceRecognizer
  let fallback: (any UtteranceFallback)?
  private var wakeWords: SubstitutedWakeWords?
  var machine: TurnMachine
  var conversation: Conversation
  /// The current source; nil if the loop does not listen.
  var source: (any AudioSource)?
  var floor = TurnFloor()
  /// The current speech.
  var speaking: Task<SpeechError?, Never>?
  /// Whether a stop word was heard in this turn.
  var isStopped = false
  let arbiter: (any TurnArbiter)?
  /// The keyphrase that started the current turn, until the arbiter decides.
  var pendingCall: TurnCall?
  /// The intents that are rejected by voice, unless a follow-up expects them by name.
  var disabledIntents: Set<String> = []
  private var stopWords: StopWordDetector?
  var muting: Mute
  var tally = TurnTally()
  /// The events of a turn whose caller waits for them.
  var record: [TurnEvent]?
  private var deafUntil = 0
  var now = 0
  /// The number of outages of the source before the last frame.
  private var outagesBeforeFrame = 0
  /// Ends the wait for a command if no audio arrives to measure the time with.
  private var audioWatch: Task<Void, Never>?
  private var lastState: TurnState?
  var lastRecognition: (range: Range<Int>, beginning: CommandRecognizer.Beginning, understanding: Understanding)?

  /// Creates a loop for an assistant.
  ///
  /// The loop's own task calls `notify` for every event, in order.
  ///
  /// - Parameters:
  ///   - calibration: The file with tuned thresholds, which is watched while the loop listens; nil for predicted thresholds.
  ///   - recognizer: The recognizer for commands; nil for PocketSphinx with the model.
  ///   - wakeWords: A service that finds the wake phrases while it answers; nil for the own detector.
  ///   - fallback: The fallback for utterances that are not understood; nil for none.
  ///   - arbiter: Decides which of several loops that hear the same person answers; nil if there is only one.
  ///   - mute: The file with the mute state, which is kept up to date; nil to start unmuted.
  public init(
    runtime: IntentRuntime, model: RecognitionModel, synthesizer: any Synthesizer, calibration: SpottingCalibrationFile? = nil,
    recognizer: sending (any UtteranceRecognizer)? = nil, wakeWords: (any WakeWordService)? = nil,
    fallback: (any UtteranceFallback)? = nil, arbiter: (any TurnArbiter)? = nil, mute: MuteFile? = nil,
    configuration: Configuration = Configuration(), clock: any Clock<Duration> = ContinuousClock(), logger: Logger,
    notify: @escaping @Sendable (TurnNotice) -> Void
  ) {
    self.runtime = runtime
    self.model = model
    self.synthesizer = synthesizer
    self.wakeWords = wakeWords.map(SubstitutedWakeWords.init)
    self.fallback = fallback
    self.configuration = configuration
    self.clock = clock
    self.arbiter = arbiter
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
    muting = Mute(mute)
    followLockouts(of: runtime)
  }

  /// Listens to a source until it ends or the task is cancelled.
  ///
  /// - Throws: `CaptureError` if the source fails, `PocketSphinxError`, or an error of the assistant's grammar.
  public func run(_ source: some AudioSource) async throws {
    // Cancellation during start-up surfaces as an error; ignore it.
    do { try await withFloor { try await begin(source) } } catch  where Task.isCancelled { return }
    defer { end() }
    for try await frame in source.frames() {
      now = frame.endSampleTime
      outagesBeforeFrame = source.statistics.outages
      if !muting.isOn { notify(.level(InputLevel(of: frame.samples))) }
      // The assistant does not listen to its own voice. A file does not contain it, so a file waits instead.
      if source.isLive, floor.isTaken || frame.sampleTime < deafUntil {
        try overhear(frame)
        continue
      }
      try await withFloor { try await listen(to: frame, isLive: source.isLive) }
    }
    try await withFloor {
      try await act(on: try detector.finish().flatMap { machine.take($0) }, isLive: false)
      try await act(on: machine.finish(), isLive: false)
    }
  }

  private func begin(_ source: some AudioSource) async throws {
    detector = Detector(model: model.acousticModel, frontEnd: frontEnd, configuration: configuration.detection)
    stopWords = try configuration.bargeIn.map { try StopWordDetector($0, model: model, frontEnd: frontEnd) }
    conversation = Conversation(runtime: runtime, source: .voice)
    (now, deafUntil, lastRecognition, outagesBeforeFrame) = (0, 0, nil, 0)
    try await prepare()
    self.source = source
    if let fault = muting.takeFault() {
      logger.error("\(fault)")
      emit(.error(code: "mute", message: fault.description))
    }
    emitState()
  }

  private func end() {
    source = nil
    audioWatch?.cancel()
    guard !floor.isTaken else { return }
    finishTurn(expectsAnswer: false)
    floor.admit(isIdle: true)
  }

  private func listen(to frame: AudioFrame, isLive: Bool) async throws {
    if !muting.isOn {
      tally.heardSamples += frame.samples.count
      let own = try detector.process(frame)
      for event in wakeWords?.events(in: frame, own: own, keyphrases: plan?.keyphrases ?? []) ?? own {
        try await act(on: machine.take(event), isLive: isLive)
      }
    }
    try await act(on: machine.advance(to: now), isLive: isLive)
    try followCalibration()
    emitState()
  }

  private func act(on actions: [TurnMachine.Action], isLive: Bool) async throws {
    for action in actions {
      switch action {
      case .report(let hit):
        announce(hit)
        report(hit, isPrivate: await isPrivate(hit.keyphrase))
      case .anticipate(let range, let beginning, let hasFaded):
        await refreshPlan()
        let understanding = try await recognize(range, from: beginning)
        let utterance = addressedUtterance(in: range)
        guard let answer = machine.answer(toAnticipated: understanding, hasFaded: hasFaded) else { continue }
        try detector.discardSpeech()
        try await reply(to: answer, utterance, isLive: isLive)
      case .recognize(let range, let beginning):
        await refreshPlan()
        let understanding = try await recognize(range, from: beginning)
        let utterance = addressedUtterance(in: range)
        guard let answer = machine.answer(to: understanding, now: now) else {
          await prompt(isLive: isLive)
          continue
        }
        try await reply(to: answer, utterance, isLive: isLive)
      case .giveUp(let reason):
        try await reply(to: .init(understanding: .rejected(Rejection(reason)), isQuiet: false), isLive: isLive)
      }
    }
  }

  /// Decodes a range of audio, unless it was the last decoded range, as if speech ends at its last pause.
  private func recognize(
    _ range: Range<Int>, from beginning: CommandRecognizer.Beginning
  ) async throws -> Understanding {
    if let last = lastRecognition, last.range == range, last.beginning == beginning { return last.understanding }
    let understanding = try await taken(
      try await recognizer.recognize(detector.history.samples(in: range), from: beginning))
    await log(understanding, samples: range.count)
    lastRecognition = (range, beginning, understanding)
    return understanding
  }

  // MARK: Answering

  private func reply(to wanted: TurnMachine.Answer, _ utterance: AddressedUtterance? = nil, isLive: Bool) async throws {
    emitState()
    await hold(isLive: isLive) { await self.give(wanted, to: utterance) }
    if isLive { try detector.discardSpeech() }
  }

  /// Runs work that continues if its caller is cancelled; a live source continues meanwhile, a file waits.
  func hold(isLive: Bool, _ work: @escaping @Sendable () async -> Void) async {
    floor.share()
    let task = Task {
      await work()
      self.yieldFloor()
    }
    if !isLive { await task.value }
  }

  /// - Parameters:
  ///   - utterance: The utterance for the fallback; nil if the fallback must not receive it.
  ///   - asker: The source of the request.
  func give(
    _ wanted: TurnMachine.Answer, to utterance: AddressedUtterance? = nil, from asker: IntentSource = .voice
  ) async {
    isStopped = false
    guard await mayAnswer() else {
      finishTurn(expectsAnswer: false)
      emitState()
      return
    }
    pendingCall = nil
    let other = await otherAnswer(to: utterance, rejectedAs: wanted.understanding)
    if case .spoken(let answer)? = other {
      await give(answer)
    } else {
      var current = conversation
      current.source = asker
      let isQuiet = wanted.isQuiet || other == .elsewhere
      let reply = await current.take(wanted.understanding, isQuiet: isQuiet) { notice in await self.take(notice) }
      // An answer at the microphone does not answer another program's question, and vice versa.
      current.source = .voice
      conversation = current
      if let dialog = reply.dialog {
        tally.answers += 1
        await speak(dialog)
      }
    }
    if isStopped { conversation.cancel() }
    finishTurn(expectsAnswer: conversation.expectsAnswer)
    if source != nil { await refreshPlan() }
    emitState()
  }

  /// Ends a turn; its speech may still echo in the room.
  func finishTurn(expectsAnswer: Bool) {
    if source?.isLive == true { deafUntil = now + Int(configuration.echoTail * Double(AudioFrame.sampleRate)) }
    machine.answered(expectsAnswer: expectsAnswer && source != nil, now: now)
  }

  /// Reports the events of a request, and speaks its progress.
  private func take(_ notice: Conversation.Notice) async {
    emit(notice.event, isPrivate: notice.isPrivate, interaction: notice.interaction, assistant: notice.assistant)
    if notice.isUpdate, case .responded(_, _, let dialog, _) = notice.event { await speak(dialog) }
  }

  /// Listens for a stop word in a frame that arrives while the assistant speaks.
  private func overhear(_ frame: AudioFrame) throws {
    guard speaking != nil, !muting.isOn, let hit = try stopWords?.hit(in: frame) else { return }
    report(hit)
    stopSpeaking()
  }

  // MARK: Thresholds

  /// Applies a changed calibration file; keeps the current thresholds if the file cannot be used.
  private func followCalibration() throws {
    guard machine.state == .idle, calibration?.isDue(at: now, isAtRest: !detector.isSpeaking) == true, readCalibration(), var plan
    else { return }
    plan.keyphrases = planner.keyphrases(of: plan)
    guard plan.keyphrases != self.plan?.keyphrases else { return }
    try detector.setKeyphrases(plan.keyphrases, lexicon: plan.lexicon)
    self.plan = plan
  }

  /// Reads the calibration file if it changed; returns whether the thresholds may differ now.
  private func readCalibration() -> Bool {
    do throws(SpottingCalibrationError) {
      guard let change = try calibration?.change() else { return false }
      planner.calibration = change.calibration
      let name = model.acousticModel.name
      logger.log(level: change.isForeign(to: name) ? .warning : .info, "\(change.description(for: name))")
      return true
    } catch {
      let message = "keeping the current thresholds: \(error)"
      logger.error("\(message)")
      emit(.error(code: "calibration", message: message))
      return false
    }
  }

  // MARK: Vocabulary

  /// Makes the first plan, so that an error in the grammar surfaces at the start.
  private func prepare() async throws {
    calibration?.begin()
    _ = readCalibration()
    let grammar = try await runtime.grammar()
    let plan = try planner.plan(for: grammar)
    for warning in plan.warnings { logger.warning("\(warning)") }
    self.plan = plan
    plannedGrammar = grammar
    machine = makeMachine(for: plan)
    if let unknown = planner.calibration?.unknownPhrases(among: plan.keyphrases.map(\.text)), !unknown.isEmpty {
      logger.info(
        "ignoring tuned phrases that this assistant does not have: \(unknown.map { "\"\($0)\"" }.joined(separator: ", "))")
    }
    try detector.setKeyphrases(plan.keyphrases, lexicon: plan.lexicon)
    try await recognizer.setGrammar(plan.grammar, wakePhrases: plan.wakePhrases, lexicon: plan.lexicon)
  }

  func makeMachine(for plan: SpeechPlan) -> TurnMachine {
    TurnMachine(
      timeouts: .init(
        command: configuration.commandTimeout, longestCommand: configuration.longestCommand,
        refractory: configuration.refractoryTime),
      addressing: plan.addressing)
  }

  /// Updates the plan for the current lists and the expected answer; keeps the current plan if that fails.
  func refreshPlan() async {
    do {
      let grammar = conversation.expected(in: try await runtime.grammar())
      guard grammar != plannedGrammar else { return }
      let plan = try planner.plan(for: grammar)
      logWarnings(of: plan)
      lastRecognition = nil
      try await recognizer.setGrammar(plan.grammar, wakePhrases: plan.wakePhrases, lexicon: plan.lexicon)
      // A follow-up grammar only applies to the next utterance; the keyphrases do not change.
      if !conversation.expectsAnswer, plan.keyphrases != self.plan?.keyphrases {
        try detector.setKeyphrases(plan.keyphrases, lexicon: plan.lexicon)
        self.plan = plan
      }
      plannedGrammar = grammar
    } catch  where Task.isCancelled {
      return
    } catch {
      reportPlanFailure(error)
    }
  }

  // MARK: Notifications

  private func report(_ hit: KeyphraseHit, isPrivate: Bool = false) {
    tally.hits += 1
    emit(
      .spotted(phrase: hit.keyphrase.text, start: Self.seconds(hit.start), end: Self.seconds(hit.end), score: hit.margin),
      isPrivate: isPrivate)
  }

  func emit(
    _ kind: TurnEvent.Kind, isPrivate: Bool = false, interaction: Interaction? = nil, assistant: String? = nil
  ) {
    let event = TurnEvent(
      time: Self.seconds(now), kind: kind, isPrivate: isPrivate, interaction: interaction, assistant: assistant)
    record?.append(event)
    notify(.event(event))
  }

  /// The current state.
  var state: TurnState {
    switch machine.state {
    case .answering: .answering
    case .idle where muting.isOn, .awake where muting.isOn: .muted
    case .idle: .idle
    case .awake: detector.isSpeaking ? .listening : .awake
    }
  }

  func emitState() {
    let state = state
    guard state != lastState else { return }
    lastState = state
    notify(.state(state))
    watchAudio()
  }

  // MARK: Without audio

  /// The condition that stops the audio since the last frame; nil if there is none.
  var outage: CaptureCondition? {
    guard let statistics = source?.statistics, statistics.outages > outagesBeforeFrame else { return nil }
    return statistics.conditions.filter(\.isOutage).min { $0.rawValue < $1.rawValue }
  }

  /// Starts a timeout on the wall clock: without audio, the audio's clock and all its timeouts stand still.
  private func watchAudio() {
    audioWatch?.cancel()
    guard source?.isLive == true, case .awake = machine.state else { return }
    let timeout = Duration.seconds(configuration.commandTimeout)
    audioWatch = Task { [weak self, clock] in
      while let position = await self?.now, (try? await clock.sleep(for: timeout)) != nil {
        await self?.giveUp(ifNothingCameSince: position)
      }
    }
  }

  private func giveUp(ifNothingCameSince position: Int) async {
    guard now == position else { return }
    try? await withFloorUnlessCancelled {
      guard now == position, !Task.isCancelled else { return }
      try await act(on: machine.finish(), isLive: true)
    }
  }

  private static func seconds(_ samples: Int) -> Double { Double(samples) / Double(AudioFrame.sampleRate) }
}
