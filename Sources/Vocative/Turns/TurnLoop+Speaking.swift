import VocativeIntents
import VocativeResponse

extension TurnLoop {
  /// Speaks in the current turn and reports a failure; after a stop word, the rest of the turn stays silent.
  @discardableResult
  func speak(_ dialog: String) async -> SpeechError? {
    let synthesizer = synthesizer
    return await sound { () throws(SpeechError) in try await synthesizer.speak(dialog) }
  }

  /// Plays synthesized speech in the current turn, as `speak(_:)` speaks.
  @discardableResult
  func play(_ speech: SpeechEngine.Speech) async -> SpeechError? {
    let synthesizer = synthesizer
    return await sound { () throws(SpeechError) in try await synthesizer.play(speech) }
  }

  /// Stops the current speech and the rest of the turn's speech.
  func stopSpeaking() {
    isStopped = true
    speaking?.cancel()
  }

  /// Plays the earcon to ask for a command.
  ///
  /// It is only played if a pause follows the wake phrase: the loop does not listen meanwhile, and a command in the same breath
  /// must not be cut off.
  func prompt(isLive: Bool) async {
    guard configuration.earcon != nil, !detector.isSpeaking, case .awake = machine.state else { return }
    machine.beginTurn()
    emitState()
    await hold(isLive: isLive) { await self.soundEarcon() }
  }

  /// Plays the earcon if there is one, then waits for the command.
  func soundEarcon() async {
    isStopped = false
    guard await mayAnswer() else {
      finishTurn(expectsAnswer: false)
      emitState()
      return
    }
    if let earcon = configuration.earcon {
      let synthesizer = synthesizer
      await sound { () throws(SpeechError) in try await synthesizer.play(earcon) }
    }
    finishTurn(expectsAnswer: true)
    emitState()
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
      code: .playbackFailed, reason: "speaking exceeded the limit of \(configuration.speechLimit) and was stopped")
    guard !isStopped, let error = ended ?? tooLong else { return nil }
    if error.code != .cancelled { emit(.error(code: "speech", message: error.reason)) }
    return error
  }
}
