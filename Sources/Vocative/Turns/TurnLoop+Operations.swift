import Logging
import PocketSphinx
import VocativeDetection
public import VocativeIntents
public import VocativeResponse
import VocativeUnderstanding

/// Operations from outside; each one waits until the floor is free.
extension TurnLoop {
  /// Speaks a text in a separate turn, after the current conversation.
  ///
  /// The loop does not listen to a live source meanwhile; a stop word stops the text if stop words are enabled.
  ///
  /// - Parameter didBegin: Called at the start of its turn; after that, cancelling the task has no effect. Without it, cancelling the
  ///   task stops the speech.
  /// - Throws: `SpeechError` if it cannot be spoken, `TurnLoopError` if it contains no words.
  public func say(_ text: String, didBegin: (@Sendable () -> Void)? = nil) async throws {
    guard text.isSpeakable else { throw TurnLoopError.noWords }
    try await announce {
      guard let didBegin else { return await self.speak(text) }
      didBegin()
      return await Task { await self.speak(text) }.value
    }
  }

  /// Plays synthesized speech in a separate turn, as `say(_:)` speaks a text.
  ///
  /// - Throws: `SpeechError` if it cannot be played.
  public func announce(_ speech: SpeechEngine.Speech) async throws {
    try await announce { await self.play(speech) }
  }

  private func announce(_ sound: () async -> SpeechError?) async throws {
    let failure = try await withFloorUnlessCancelled(when: .idle) { () -> SpeechError? in
      try await beginTurn()
      let failure = await sound()
      finishTurn(expectsAnswer: false)
      return failure
    }
    if let failure { throw failure }
  }

  /// Handles a text as if it had been spoken, with or without a wake phrase before it, and speaks the answer.
  ///
  /// The text answers an open question, else it is a request. A request instead of an answer drops the question, unless another
  /// program responds to what is not expected. This also works while the microphone is muted.
  ///
  /// - Parameters:
  ///   - client: Distinguishes the programs and browsers that send texts: one does not answer the private question of another.
  ///   - didBegin: Called at the start of its turn; after that, cancelling the task has no effect.
  /// - Returns: The events, after the answer is spoken.
  /// - Throws: `TurnLoopError`, `GrammarError`, an error of the assistant's query, or `CancellationError` before its turn.
  public func trigger(
    _ text: String, from client: String? = nil, didBegin: @Sendable () -> Void = {}
  ) async throws -> [TurnEvent] {
    guard !SpokenText.words(of: text).isEmpty else { throw TurnLoopError.noWords }
    return try await withFloorUnlessCancelled {
      didBegin()
      let asker = Conversation.Asker(source: .api, client: client)
      var asking = conversation
      asking.asker = asker
      let understanding = try await asking.take(text, in: try await runtime.grammar(), of: runtime.assistant)
      asking.asker = .voice
      conversation = asking
      try await beginTurn()
      report.beginRecord()
      await hold(isLive: false) { await self.give(.init(understanding: understanding, isQuiet: false), from: asker) }
      return report.endRecord()
    }
  }

  /// Waits for a command as if the wake phrase had been heard: push to talk.
  ///
  /// If something rings, stops it instead.
  ///
  /// - Throws: `TurnLoopError` if the loop does not listen, or the microphone delivers no audio.
  public func trigger() async throws {
    guard !stopRinging() else { return }
    try await withFloorUnlessCancelled {
      guard source != nil else { throw TurnLoopError.notListening }
      guard !muting.isOn else { throw TurnLoopError.muted }
      if let condition = outage { throw TurnLoopError.deaf(condition) }
      try await beginTurn()
      await soundEarcon()
    }
  }

  /// Performs a request about what the assistants remember, at once.
  ///
  /// - Throws: The errors of `IntentRuntime.perform(_:)`.
  public func perform(_ request: MemoryRequest) async throws -> MemoryReport {
    let result = try await runtime.perform(request)
    if request.changesMemory { report.emitMemoryChange() }
    return result
  }

  /// Replaces the runtime after the current conversation: phrases and conversation are new, the microphone stays open.
  ///
  /// - Throws: An error of the new runtime's grammar, as in `run(_:)`; the current runtime then stays in use.
  public func replaceRuntime(_ runtime: IntentRuntime) async throws {
    try await withFloorUnlessCancelled(when: .idle) {
      guard let plan = try await hearing.install(.runtime(runtime, try await runtime.grammar())) else { return }
      use(plan)
      await dropQuestion()
      runtime.continueAttempts(of: self.runtime)
      self.runtime = runtime
      followLockouts(of: runtime)
      conversation = Conversation(runtime: runtime, source: .voice)
      machine = makeMachine(for: plan)
    }
  }

  /// Starts a turn without a spoken call; the current utterance is discarded.
  func beginTurn() async throws {
    speaker.beginTurn()
    arbitration.forget()
    try await discardSpeech()
    machine.beginTurn()
    emitState()
  }
}
