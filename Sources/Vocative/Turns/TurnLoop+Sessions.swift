import VocativeDetection
public import VocativeIntents

/// Conversations that somebody else begins and ends, as skills on a broker do.
extension TurnLoop {
  /// Whether somebody would have to wait before he could begin a conversation.
  public var isBusy: Bool { floor.isTaken || machine.state != .idle }

  /// Says something when the conversation that is on has ended, and waits for a request without the wake phrase.
  ///
  /// - Parameters:
  ///   - dialog: What to say; nil for nothing.
  ///   - followUp: What is expected then; nil for nothing.
  ///   - didBegin: Called when its turn has come.
  /// - Throws: `TurnLoopError` when something is expected, and nothing is listened to.
  public func open(_ dialog: String?, expecting followUp: FollowUp?, didBegin: @Sendable () -> Void = {}) async throws {
    try await withFloorUnlessCancelled(when: .idle) {
      guard followUp == nil || source != nil else { throw TurnLoopError.notListening }
      guard followUp == nil || !muting.isOn else { throw TurnLoopError.muted }
      didBegin()
      try beginTurn()
      if let dialog { await speak(dialog) }
      let isExpected = followUp != nil && !isStopped
      if let followUp, isExpected { conversation.expect(followUp) }
      finishTurn(expectsAnswer: isExpected)
      if source != nil { await refreshPlan() }
      tellState()
    }
  }

  /// Says something in the turn that is on, as while a request is being handled; in a turn of its own when none is.
  ///
  /// - Throws: `SpeechError`, `TurnLoopError`.
  public func sayMeanwhile(_ text: String) async throws {
    guard floor.isTaken, machine.state == .answering else { return try await say(text) }
    if let failure = await speak(text) { throw failure }
  }

  /// Ends a conversation in which something is waited for, without a word.
  public func hangUp() async {
    await withFloor {
      guard case .awake = machine.state else { return }
      conversation.cancel()
      pendingCall = nil
      finishTurn(expectsAnswer: false)
      if source != nil { await refreshPlan() }
      tellState()
    }
  }
}
