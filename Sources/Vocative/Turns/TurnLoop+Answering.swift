import Logging
import VocativeIntents
import VocativeResponse
import VocativeUnderstanding

extension TurnLoop {
  func reply(to wanted: TurnMachine.Answer, _ utterance: AddressedUtterance? = nil, isLive: Bool) async throws {
    emitState()
    await hold(isLive: isLive) { await self.give(wanted, to: utterance) }
    if isLive { try await discardSpeech() }
  }

  /// Runs work that continues if its caller is cancelled; a live source continues meanwhile, a file waits.
  func hold(isLive: Bool, _ work: @escaping @Sendable () async -> Void) async {
    floor.share()
    let task = Task {
      await work()
      await self.yieldFloor()
    }
    if !isLive { await task.value }
  }

  /// Gives an answer in the current turn.
  ///
  /// - Parameters:
  ///   - utterance: The utterance for the fallback; nil if the fallback must not receive it.
  ///   - asker: The origin of the request.
  func give(
    _ wanted: TurnMachine.Answer, to utterance: AddressedUtterance? = nil,
    from asker: Conversation.Asker = .voice
  ) async {
    speaker.beginTurn()
    guard await mayAnswer() else { return }
    arbitration.forget()
    let other = await otherAnswer(to: utterance, rejectedAs: wanted.understanding)
    if case .spoken(let answer)? = other {
      await give(answer)
    } else {
      var current = conversation
      current.asker = asker
      let isQuiet = wanted.isQuiet || other == .elsewhere
      let reply = await current.receive(wanted.understanding, isQuiet: isQuiet) { notice in await self.receive(notice) }
      // An answer at the microphone does not answer another program's question, and vice versa.
      current.asker = .voice
      conversation = current
      if let dialog = reply.dialog {
        report.countAnswer()
        await speak(dialog)
      }
    }
    if speaker.isStopped { await dropQuestion() }
    await finishExchange(expectsAnswer: conversation.expectsAnswer)
  }

  /// Drops the open question; the caller holds the floor.
  func dropQuestion() async {
    var current = conversation
    await current.cancel()
    conversation = current
  }

  /// Reports the events of a request, and speaks its progress.
  private func receive(_ notice: Conversation.Notice) async {
    emit(notice.event, isPrivate: notice.isPrivate, interaction: notice.interaction, assistant: notice.assistant)
    if notice.isUpdate, case .responded(_, _, let dialog, _) = notice.event { await speak(dialog) }
  }

  // MARK: Speaking

  /// Speaks in the current turn and reports a failure; after a stop word, the rest of the turn stays silent.
  @discardableResult
  func speak(_ dialog: String) async -> SpeechError? { reported(await speaker.speak(dialog), uses: [.engine, .loudspeaker]) }

  /// Plays synthesized speech in the current turn, as `speak(_:)` speaks.
  @discardableResult
  func play(_ speech: SpeechEngine.Speech) async -> SpeechError? { reported(await speaker.play(speech), uses: [.loudspeaker]) }

  /// A part that a sound needs, and that has faults of its own.
  private enum SpeechPart: String {
    case engine = "the speech engine"
    case loudspeaker = "the loudspeaker"
  }

  /// Reports the failure of a sound, and logs the beginning and the end of a lasting fault.
  ///
  /// - Parameter parts: The parts that work if there is no failure.
  private func reported(_ failure: SpeechError?, uses parts: [SpeechPart]) -> SpeechError? {
    guard let failure else {
      // A sound that was stopped proves nothing.
      guard !speaker.isStopped else { return nil }
      for part in parts where speechFaults.clear(of: part.rawValue) { logger.notice("\(part.rawValue) works again") }
      return nil
    }
    let part: SpeechPart
    switch failure.code {
    case .cancelled: return failure
    case .engineMissing, .engineFailed: part = .engine
    case .playbackFailed: part = .loudspeaker
    }
    if speechFaults.isNew(failure.reason, of: part.rawValue) { logger.warning("\(failure.reason)") }
    emit(.error(code: "speech", message: failure.reason))
    return failure
  }

  /// Plays the earcon to ask for a command.
  ///
  /// It is only played if a pause follows the wake phrase: the loop does not listen meanwhile, and a command in the same breath
  /// must not be cut off.
  func prompt(isLive: Bool) async {
    guard configuration.earcon != nil, !isHearingSpeech, case .awake = machine.state else { return }
    machine.beginPrompt()
    emitState()
    await hold(isLive: isLive) { await self.soundEarcon() }
  }

  /// Plays the earcon if there is one, then waits for the command.
  func soundEarcon() async {
    speaker.beginTurn()
    guard await mayAnswer() else { return }
    if let earcon = configuration.earcon { _ = reported(await speaker.play(earcon), uses: [.loudspeaker]) }
    finishTurn(expectsAnswer: true)
  }

  /// Returns whether this loop answers the current call; ends the conversation if another room does.
  private func mayAnswer() async -> Bool {
    guard await !arbitration.mayAnswer() else { return true }
    logger.debug("another room heard the call better and answers")
    // A question that stays open would take a later request for its answer.
    await dropQuestion()
    finishTurn(expectsAnswer: false)
    return false
  }
}
