import Logging
import PocketSphinx
public import VocativeCapture
import VocativeDetection
public import VocativeIntents
public import VocativeResponse
import VocativeUnderstanding

/// What a turn loop cannot do as it is now.
public enum TurnLoopError: Error, Equatable, Sendable, CustomStringConvertible {
  /// It listens to no source.
  case notListening
  /// It is muted.
  case muted
  /// The source delivers no audio.
  case deaf(CaptureCondition)
  /// There are no words in a text.
  case noWords

  /// What is wrong and what to do.
  public var description: String {
    switch self {
    case .notListening: "nothing is listened to, so that no command can be waited for"
    case .muted: "it is muted, so that no command can be heard; unmute it first, or give the command in writing"
    case .deaf(let condition):
      "no command can be heard: \(condition.summary); \"vocative doctor\" says more, or give the command in writing"
    case .noWords: "there are no words in the text"
    }
  }
}

/// What is asked of a loop while it runs, or before: each waits until nobody else acts.
extension TurnLoop {
  /// Speaks a text in a turn of its own, when the conversation that is on has ended.
  ///
  /// A live source is not listened to meanwhile; a stop word ends it where they are listened for.
  ///
  /// - Throws: `SpeechError` when it could not be spoken, `TurnLoopError` when there are no words in it.
  public func say(_ text: String) async throws {
    guard text.contains(where: { $0.isLetter || $0.isNumber }) else { throw TurnLoopError.noWords }
    try await announce { await self.speak(text) }
  }

  /// Plays speech that somebody else has made in a turn of its own, as `say(_:)` speaks a text.
  ///
  /// - Throws: `SpeechError` when it could not be played.
  public func announce(_ speech: SpeechEngine.Speech) async throws {
    try await announce { await self.play(speech) }
  }

  private func announce(_ sound: () async -> SpeechError?) async throws {
    let failure = try await withFloorUnlessCancelled(when: .idle) { () -> SpeechError? in
      try beginTurn()
      let failure = await sound()
      finishTurn(expectsAnswer: false)
      tellState()
      return failure
    }
    if let failure { throw failure }
  }

  /// Takes a text as though it had been spoken, with or without a wake phrase before it, and speaks the answer.
  ///
  /// It is the answer to a question that is open, else a request. Muted or not, somebody has asked for it.
  ///
  /// - Parameter didBegin: Called when its turn has come; from then on cancelling the task changes nothing.
  /// - Returns: What came of it, when the answer has been spoken.
  /// - Throws: `TurnLoopError`, `GrammarError`, what a query of the assistant's throws, or `CancellationError` before it has begun.
  public func trigger(_ text: String, didBegin: @Sendable () -> Void = {}) async throws -> [TurnEvent] {
    guard !SpokenText.words(of: text).isEmpty else { throw TurnLoopError.noWords }
    return try await withFloorUnlessCancelled {
      didBegin()
      var asking = conversation
      asking.source = .api
      let understanding = try asking.understanding(of: text, in: try await runtime.grammar(), of: runtime.assistant)
      try beginTurn()
      record = []
      await hold(isLive: false) { await self.give(.init(understanding: understanding, isQuiet: false), from: .api) }
      defer { record = nil }
      return record ?? []
    }
  }

  /// Waits for a command as if the wake phrase had been heard: push to talk.
  ///
  /// - Throws: `TurnLoopError` when nothing is listened to, or the microphone delivers no audio.
  public func trigger() async throws {
    try await withFloorUnlessCancelled {
      guard source != nil else { throw TurnLoopError.notListening }
      guard !muting.isOn else { throw TurnLoopError.muted }
      if let condition = outage { throw TurnLoopError.deaf(condition) }
      try beginTurn()
      await soundEarcon()
    }
  }

  /// Does everything with another runtime from now on, when the conversation that is on has ended: other phrases, a new
  /// conversation, the same microphone.
  ///
  /// - Throws: What is wrong with the runtime's grammar, as `run(_:)` does; all stays as it was then.
  public func replaceRuntime(_ runtime: IntentRuntime) async throws {
    try await withFloorUnlessCancelled(when: .idle) {
      var planner = SpeechPlanner(model: model, assistant: runtime.assistant)
      planner.calibration = self.planner.calibration
      let grammar = try await runtime.grammar()
      let plan = try planner.plan(for: grammar)
      for warning in plan.warnings { logger.warning("\(warning)") }
      if source != nil { try await listen(for: plan) }
      let former = self.runtime
      (self.runtime, self.planner, self.plan, plannedGrammar) = (runtime, planner, plan, grammar)
      lastRecognition = nil
      runtime.continueAttempts(of: former)
      followLockouts(of: runtime)
      conversation = Conversation(runtime: runtime, source: .voice)
      machine = makeMachine(for: plan)
    }
  }

  /// Hears what a plan has, or goes on with what was heard before.
  private func listen(for plan: SpeechPlan) async throws {
    try await recognizer.setGrammar(plan.grammar, wakePhrases: plan.wakePhrases, lexicon: plan.lexicon)
    do {
      try detector.setKeyphrases(plan.keyphrases, lexicon: plan.lexicon)
    } catch {
      if let old = self.plan {
        try await recognizer.setGrammar(old.grammar, wakePhrases: old.wakePhrases, lexicon: old.lexicon)
      }
      throw error
    }
  }

  /// Begins a turn that nobody's voice has begun; what was being said is forgotten.
  func beginTurn() throws {
    isStopped = false
    pendingCall = nil
    try detector.discardSpeech()
    machine.beginTurn()
    tellState()
  }
}
