import AudioSamples
public import Logging
import PocketSphinx
public import VocativeCapture
import VocativeDetection
public import VocativeIntents
import VocativeResponse
import VocativeUnderstanding

/// The main loop of a conversation: listens, understands, performs the intent, speaks the answer, and listens again.
///
/// Every state has a timeout and a way back to idle. The loop does not listen to a live source while the assistant speaks.
///
/// The loop only decides. `Hearing` decodes on a queue of its own, so that operations are answered at once.
public actor TurnLoop {
  /// The assistant's runtime, which `replaceRuntime(_:)` replaces.
  public internal(set) var runtime: IntentRuntime
  let configuration: Configuration
  let clock: any Clock<Duration>
  let logger: Logger

  let hearing: Hearing
  let speaker: TurnSpeaker
  /// The faults of speaking that last.
  let speechFaults = FaultLog()
  let fallback: (any UtteranceFallback)?
  let arbitration: CallArbitration
  var calibration: CalibrationFollower?
  /// The plan with the current keyphrases.
  var plan: SpeechPlan?

  var machine = TurnMachine(addressing: .wakePhrase)
  var conversation: Conversation
  var floor = TurnFloor()
  var muting: Mute
  /// The intents that are rejected by voice, unless a follow-up expects them by name.
  var disabledIntents: Set<String> = []
  var report: TurnReport
  /// The ringing that waits or is heard now; nil if there is none.
  var ringing: Ringing?
  /// The changes of the last answer's card; nil if there are none.
  var cardUpdates: Task<Void, Never>?

  /// The current source; nil if the loop does not listen.
  var source: (any AudioSource)?
  /// The position after the last frame.
  var now = 0
  /// The microphone that is lent to other work; nil if it is not.
  var borrower: LentMicrophone?
  /// Whether speech was in progress after the last frame.
  var isHearingSpeech = false
  /// Whether a frame is being processed, which does not keep the loop busy.
  var isProcessingFrame = false
  private var deafUntil = 0
  /// The number of outages of the source before the last frame.
  var outagesBeforeFrame = 0
  /// Ends the wait for a command if no audio arrives to measure the time with.
  var audioWatch: Task<Void, Never>?

  /// Creates a loop for an assistant.
  ///
  /// - Parameters:
  ///   - stages: The stages of the pipeline around the assistant.
  ///   - notify: Called by the loop's own task for every event, in order.
  public init(
    runtime: IntentRuntime, stages: sending Stages, configuration: Configuration = Configuration(),
    clock: any Clock<Duration> = ContinuousClock(), logger: Logger, notify: @escaping @Sendable (TurnNotice) -> Void
  ) {
    self.runtime = runtime
    self.configuration = configuration
    self.clock = clock
    self.logger = logger
    speaker = TurnSpeaker(synthesizer: stages.synthesizer, limit: configuration.speechLimit, clock: clock)
    fallback = stages.fallback
    arbitration = CallArbitration(stages.arbiter)
    calibration = configuration.calibration.map { [model = stages.model.acousticModel.name] in
      CalibrationFollower($0, model: model, logger: logger)
    }
    conversation = Conversation(runtime: runtime, source: .voice)
    muting = Mute(configuration.mute)
    report = TurnReport(notify: notify)
    hearing = Hearing(
      stages: stages, runtime: runtime, detection: configuration.patience.applied(to: configuration.detection),
      recognition: configuration.recognition)
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
      if !muting.isOn { report.emit(InputLevel(of: frame.samples)) }
      // The assistant does not listen to its own voice. A file does not contain it, so a file waits instead.
      if source.isLive, floor.isTaken || frame.sampleTime < deafUntil {
        try await overhear(frame)
        continue
      }
      try await withFloor { try await listen(to: frame, isLive: source.isLive) }
    }
    borrower?.end(because: .notListening)
    try await withFloor {
      // A program that ends has nothing more to say, and hears no answer to an open question.
      guard !Task.isCancelled else { return await dropQuestion() }
      try await act(on: try await hearing.finish().flatMap { machine.receive($0) }, isLive: false)
      try await act(on: machine.finish(), isLive: false)
      // Audio from a file contains a request; most of what a microphone hears is for others.
      if !source.isLive, machine.hasHeardOtherSpeech {
        emit(.rejected(reason: Rejection.Reason.notAPhrase.rawValue, best: nil, dialog: nil))
      }
    }
  }

  private func begin(_ source: some AudioSource) async throws {
    await dropQuestion()
    conversation = Conversation(runtime: runtime, source: .voice)
    (now, deafUntil, outagesBeforeFrame, isHearingSpeech) = (0, 0, 0, false)
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
    borrower?.end(because: .notListening)
    audioWatch?.cancel()
    guard !floor.isTaken else { return }
    machine.answered(expectsAnswer: false, now: now)
    floor.admit(isIdle: true)
  }

  private func listen(to frame: AudioFrame, isLive: Bool) async throws {
    if !muting.isOn {
      report.countSamples(frame.samples.count)
      isProcessingFrame = true
      defer { isProcessingFrame = false }
      let heard = try await hearing.process(frame)
      isHearingSpeech = heard.isSpeaking
      if isLive, isRinging { try await hearStopWord(in: frame) }
      for event in heard.events {
        try await act(on: machine.receive(event), isLive: isLive)
      }
    }
    try await act(on: machine.advance(to: now), isLive: isLive)
    try await followCalibration()
    emitState()
  }

  func act(on actions: [TurnMachine.Action], isLive: Bool) async throws {
    // The microphone may be muted during any wait; audio from before must have no effect.
    for action in actions where !muting.mustForget {
      switch action {
      case .report(let hit):
        await announce(hit)
        emit(hit, isPrivate: await isPrivate(hit.keyphrase))
        if hit.keyphrase.kind == .wake { try await hearing.listenForRequests(after: hit.end) }
      case .anticipate(let range, let beginning, let pause):
        guard !pause.isInterruption || hearing.measuresSilence else { continue }
        if pause.isFollowedBySound, try await hearing.hasSpeech(atEndOf: range) {
          machine.speechGoesOn(at: pause)
          continue
        }
        await refreshPlan()
        guard let understanding = try await recognize(range, from: beginning) else { return }
        let utterance = await addressedUtterance(in: range)
        let call = machine.call
        guard var answer = machine.answer(toAnticipated: understanding, at: pause) else { continue }
        guard let meant = try await request(insteadOf: answer.understanding, in: range, from: beginning, after: call)
        else { return }
        answer.understanding = meant
        try await discardSpeech()
        try await reply(to: answer, utterance, isLive: isLive)
      case .recognize(let range, let beginning):
        await refreshPlan()
        guard let heard = try await recognize(range, from: beginning),
          let understanding = try await request(insteadOf: heard, in: range, from: beginning, after: machine.call)
        else { return }
        let utterance = await addressedUtterance(in: range)
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

  /// Recognizes a range of audio; returns nil if the microphone was muted meanwhile.
  private func recognize(
    _ range: Range<Int>, from beginning: CommandRecognizer.Beginning
  ) async throws -> Understanding? {
    let recognition = try await hearing.recognize(range, from: beginning)
    let understanding = try await taken(recognition.understanding, after: machine.call)
    guard !muting.mustForget else { return nil }
    if !recognition.isRepeated { await log(understanding, samples: range.count) }
    return understanding
  }

  /// Returns the request that follows a wake phrase and does not answer the open question, which it drops.
  ///
  /// - Returns: The answer itself if there is no such request; nil if the microphone was muted meanwhile.
  private func request(
    insteadOf answer: Understanding, in range: Range<Int>, from beginning: CommandRecognizer.Beginning,
    after call: TurnMachine.Call?
  ) async throws -> Understanding? {
    guard case .rejected = answer, call?.wakePhrase != nil, conversation.isAsking, !conversation.expectsPassphrase,
      await installAllPhrases()
    else { return answer }
    let found = try await hearing.recognize(range, from: beginning)
    guard !muting.mustForget else { return nil }
    guard case .understood = found.understanding else { return answer }
    await dropQuestion()
    let request = try await taken(found.understanding, after: call)
    guard !muting.mustForget else { return nil }
    await log(request, samples: range.count)
    return request
  }

  func discardSpeech() async throws {
    try await hearing.discardSpeech()
    isHearingSpeech = false
  }

  /// Receives a frame that is not for the loop: passes it on, or listens for a stop word while the assistant speaks or something rings.
  private func overhear(_ frame: AudioFrame) async throws {
    if let borrower { return muting.isOn ? borrower.end(because: .muted) : borrower.pass(frame) }
    guard speaker.isSpeaking || isRinging, !muting.isOn else { return }
    try await hearStopWord(in: frame)
  }

  private func hearStopWord(in frame: AudioFrame) async throws {
    guard let hit = try await hearing.stopWord(in: frame, isRinging: isRinging), !muting.isOn else { return }
    emit(hit)
    if !stopRinging(with: hit.keyphrase.text) { speaker.stop() }
  }

  /// Whether an answer can be heard; if not, a question waits for a typed answer without a timeout.
  private var canHear: Bool { source != nil && !muting.isOn }

  /// Ends a turn; its speech may still echo in the room.
  func finishTurn(expectsAnswer: Bool) {
    ignoreEcho()
    machine.answered(expectsAnswer: expectsAnswer && canHear, now: now)
    emitState()
  }

  /// Ends a turn of the conversation, and listens for what may be said next.
  func finishExchange(expectsAnswer: Bool) async {
    ignoreEcho()
    // The person has the whole time after the decoder is prepared: the loop does not listen before.
    if source != nil { await refreshPlan() }
    machine.answered(expectsAnswer: expectsAnswer && canHear, now: now)
    emitState()
  }

  /// Ignores a live source while the speech that just ended may still echo in the room.
  func ignoreEcho() {
    if source?.isLive == true { deafUntil = now + SpeechAudio.samples(in: configuration.echoTail) }
  }

  // MARK: Notifications

  private func emit(_ hit: KeyphraseHit, isPrivate: Bool = false) {
    let (start, end) = (SpeechAudio.seconds(of: hit.start), SpeechAudio.seconds(of: hit.end))
    emit(.spotted(phrase: hit.keyphrase.text, start: start, end: end, score: hit.margin), isPrivate: isPrivate)
  }

  func emit(
    _ kind: TurnEvent.Kind, isPrivate: Bool = false, interaction: Interaction? = nil, assistant: String? = nil
  ) {
    let event = TurnEvent(time: position, kind: kind, isPrivate: isPrivate, interaction: interaction, assistant: assistant)
    report.emit(event)
    followCard(of: event)
  }

  /// The position in the audio of the last source, in seconds.
  package var position: Double { SpeechAudio.seconds(of: now) }

  /// The current state.
  var state: TurnState {
    switch machine.state {
    case .idle where isRinging: .ringing
    case .answering: ringing?.isSounding == true ? .ringing : .answering
    case .idle where muting.isOn, .awake where muting.isOn: .muted
    case .idle: .idle
    case .awake: isHearingSpeech ? .listening : .awake
    }
  }

  func emitState() {
    if report.emit(state) { watchAudio() }
  }
}
