import VocativeIntents
import VocativeResponse

extension TurnLoop {
  /// Speaks in the turn that is on, and tells why it could not; after a stop word nothing more is spoken in that turn.
  @discardableResult
  func speak(_ dialog: String) async -> SpeechError? {
    let synthesizer = synthesizer
    return await sound { () throws(SpeechError) in try await synthesizer.speak(dialog) }
  }

  /// Plays speech that somebody else has made in the turn that is on, as `speak(_:)` speaks.
  @discardableResult
  func play(_ speech: SpeechEngine.Speech) async -> SpeechError? {
    let synthesizer = synthesizer
    return await sound { () throws(SpeechError) in try await synthesizer.play(speech) }
  }

  /// Ends what is being spoken, and what else was to be spoken in this turn.
  func stopSpeaking() {
    isStopped = true
    speaking?.cancel()
  }

  /// Tells by the earcon that a command is waited for.
  ///
  /// Only where a pause follows the wake phrase: as with speech, nothing is heard meanwhile, and nobody who says his command in the
  /// same breath is to be cut off.
  func prompt(isLive: Bool) async {
    guard configuration.earcon != nil, !detector.isSpeaking, case .awake = machine.state else { return }
    machine.beginTurn()
    tellState()
    await hold(isLive: isLive) { await self.soundEarcon() }
  }

  /// Sounds the earcon, where there is one, and waits for the command from then on.
  func soundEarcon() async {
    isStopped = false
    guard await mayAnswer() else {
      finishTurn(expectsAnswer: false)
      tellState()
      return
    }
    if let earcon = configuration.earcon {
      let synthesizer = synthesizer
      await sound { () throws(SpeechError) in try await synthesizer.play(earcon) }
    }
    finishTurn(expectsAnswer: true)
    tellState()
  }

  @discardableResult
  private func sound(_ sound: @escaping @Sendable () async throws(SpeechError) -> Void) async -> SpeechError? {
    guard !isStopped else { return nil }
    let task = Task { () -> SpeechError? in
      do throws(SpeechError) {
        try await sound()
        return nil
      } catch {
        return error
      }
    }
    speaking = task
    let ended = await withTimeLimit(configuration.speechLimit, clock: clock) { await task.value }
    task.cancel()
    speaking = nil
    let tooLong = SpeechError(
      code: .playbackFailed, reason: "speaking took longer than \(configuration.speechLimit) and was given up")
    guard !isStopped, let error = ended ?? tooLong else { return nil }
    if error.code != .cancelled { tell(.error(code: "speech", message: error.reason)) }
    return error
  }
}
