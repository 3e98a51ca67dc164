import AcousticFrontEnd
public import Logging
import PocketSphinx
public import VocativeCapture
import VocativeDetection
public import VocativeIntents
public import VocativeResponse
public import VocativeUnderstanding

/// The conversation: listens, understands, has the intent performed, speaks the answer, and listens again.
///
/// Every state has a timeout and a way back to idle. While the assistant speaks, a live source is not listened to.
public actor TurnLoop {
  /// The assistant's runtime; another after `replaceRuntime(_:)`.
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
  /// The source that is listened to.
  var source: (any AudioSource)?
  var floor = TurnFloor()
  /// What is being spoken.
  var speaking: Task<SpeechError?, Never>?
  /// Whether a stop word was heard in this turn.
  var isStopped = false
  let arbiter: (any TurnArbiter)?
  /// The keyphrase that has begun what is on, until somebody has decided who answers it.
  var pendingCall: TurnCall?
  /// What nobody may ask for by voice for now, unless it is expected by name.
  var disabledIntents: Set<String> = []
  private var stopWords: StopWordDetector?
  var muting: Mute
  var tally = TurnTally()
  /// What was told in the turn that somebody waits for.
  var record: [TurnEvent]?
  private var deafUntil = 0
  var now = 0
  /// Losses of the source's audio that came before the last frame.
  private var outagesBeforeFrame = 0
  /// Gives up waiting when no audio comes that could say how long it has been.
  private var audioWatch: Task<Void, Never>?
  private var lastState: TurnState?
  var lastRecognition: (range: Range<Int>, beginning: CommandRecognizer.Beginning, understanding: Understanding)?

  /// A loop for one assistant.
  ///
  /// `notify` is called for everything that happens, in order, from the loop's own task.
  ///
  /// - Parameters:
  ///   - calibration: The file with tuned thresholds, which is followed while the loop listens; nil for predicted ones.
  ///   - recognizer: What commands are heard with; nil for PocketSphinx with the model.
  ///   - wakeWords: Who finds the wake phrases as long as he answers; nil for the detector here.
  ///   - fallback: Who is offered what was not understood; nil for nobody.
  ///   - arbiter: Decides whether this loop answers or another that hears the same; nil where there is no other.
  ///   - mute: The file that says whether it begins muted, and follows; nil to begin listening.
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
  /// - Throws: `CaptureError` when the source fails; what is wrong with the assistant's grammar; `PocketSphinxError`.
  public func run(_ source: some AudioSource) async throws {
    // Who is told to stop before it has read its stores fails by that.
    do { try await withFloor { try await begin(source) } } catch  where Task.isCancelled { return }
    defer { end() }
    for try await frame in source.frames() {
      now = frame.endSampleTime
      outagesBeforeFrame = source.statistics.outages
      if !muting.isOn { notify(.level(InputLevel(of: frame.samples))) }
      // The assistant does not listen to itself. A file has nobody's voice in it and waits instead.
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
      tell(.error(code: "mute", message: fault.description))
    }
    tellState()
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
    tellState()
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

  /// Decodes a stretch of audio, unless it was the last that was decoded, as when speech has ended where it had paused.
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
    tellState()
    await hold(isLive: isLive) { await self.give(wanted, to: utterance) }
    if isLive { try detector.discardSpeech() }
  }

  /// Does something that goes on when whoever asked for it does not; a live source goes on meanwhile, a file waits.
  func hold(isLive: Bool, _ work: @escaping @Sendable () async -> Void) async {
    floor.share()
    let task = Task {
      await work()
      self.yieldFloor()
    }
    if !isLive { await task.value }
  }

  /// - Parameters:
  ///   - utterance: What was said, where somebody else may be asked; nil where nobody may.
  ///   - asker: Where it comes from.
  func give(
    _ wanted: TurnMachine.Answer, to utterance: AddressedUtterance? = nil, from asker: IntentSource = .voice
  ) async {
    isStopped = false
    guard await mayAnswer() else {
      finishTurn(expectsAnswer: false)
      tellState()
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
      // Who is at the microphone does not answer for another program, and the other way round.
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
    tellState()
  }

  /// Ends a turn, in which something may have been spoken that the room still echoes.
  func finishTurn(expectsAnswer: Bool) {
    if source?.isLive == true { deafUntil = now + Int(configuration.echoTail * Double(AudioFrame.sampleRate)) }
    machine.answered(expectsAnswer: expectsAnswer && source != nil, now: now)
  }

  /// Tells of what happens during a request, and speaks how it is coming along.
  private func take(_ notice: Conversation.Notice) async {
    tell(notice.event, isPrivate: notice.isPrivate, interaction: notice.interaction)
    if notice.isUpdate, case .responded(_, _, let dialog, _) = notice.event { await speak(dialog) }
  }

  /// Listens for a stop word in a frame that comes while the assistant speaks.
  private func overhear(_ frame: AudioFrame) throws {
    guard speaking != nil, !muting.isOn, let hit = try stopWords?.hit(in: frame) else { return }
    report(hit)
    stopSpeaking()
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
    machine = makeMachine(for: plan)
    if let unknown = planner.calibration?.unknownPhrases(among: plan.keyphrases.map(\.text)), !unknown.isEmpty {
      logger.info("the calibration's \(unknown.map { "\"\($0)\"" }.joined(separator: ", ")) is none of this assistant's phrases")
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

  /// Follows what the assistant's lists hold now, and what is expected next; keeps what it has when that fails.
  func refreshPlan() async {
    do {
      let grammar = conversation.expected(in: try await runtime.grammar())
      guard grammar != plannedGrammar else { return }
      let plan = try planner.plan(for: grammar)
      logWarnings(of: plan)
      lastRecognition = nil
      try await recognizer.setGrammar(plan.grammar, wakePhrases: plan.wakePhrases, lexicon: plan.lexicon)
      // Follow-up grammars are for the next utterance only; the keyphrases stay the assistant's.
      if !conversation.expectsAnswer, plan.keyphrases != self.plan?.keyphrases {
        try detector.setKeyphrases(plan.keyphrases, lexicon: plan.lexicon)
        self.plan = plan
      }
      plannedGrammar = grammar
    } catch  where Task.isCancelled {
      return
    } catch {
      tellPlanFailure(error)
    }
  }

  // MARK: Telling

  private func report(_ hit: KeyphraseHit, isPrivate: Bool = false) {
    tally.hits += 1
    tell(
      .spotted(phrase: hit.keyphrase.text, start: Self.seconds(hit.start), end: Self.seconds(hit.end), score: hit.margin),
      isPrivate: isPrivate)
  }

  func tell(_ kind: TurnEvent.Kind, isPrivate: Bool = false, interaction: Interaction? = nil) {
    let event = TurnEvent(time: Self.seconds(now), kind: kind, isPrivate: isPrivate, interaction: interaction)
    record?.append(event)
    notify(.event(event))
  }

  /// What the loop is doing now.
  var state: TurnState {
    switch machine.state {
    case .answering: .answering
    case .idle where muting.isOn, .awake where muting.isOn: .muted
    case .idle: .idle
    case .awake: detector.isSpeaking ? .listening : .awake
    }
  }

  func tellState() {
    let state = state
    guard state != lastState else { return }
    lastState = state
    notify(.state(state))
    watchAudio()
  }

  // MARK: Without audio

  /// What keeps the source from delivering audio since its last frame; nil when nothing does.
  var outage: CaptureCondition? {
    guard let statistics = source?.statistics, statistics.outages > outagesBeforeFrame else { return nil }
    return statistics.conditions.filter(\.isOutage).min { $0.rawValue < $1.rawValue }
  }

  /// The clock of the audio stands still when no audio comes, and with it every time-out: then the wall clock counts.
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
