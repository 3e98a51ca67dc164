import VocativeDetection
public import VocativeIntents

/// Conversations that other programs start and end, such as skills on a broker.
extension TurnLoop {
  /// Whether a new conversation would have to wait.
  public var isBusy: Bool { (floor.isTaken && !isProcessingFrame) || machine.state != .idle }

  /// Speaks a dialog after the current conversation, and waits for a request without the wake phrase.
  ///
  /// - Parameters:
  ///   - dialog: The dialog to speak; nil for none.
  ///   - followUp: The expected request; nil for none.
  ///   - didBegin: Called at the start of its turn.
  /// - Throws: `TurnLoopError` if a request is expected and the loop does not listen.
  public func open(_ dialog: String?, expecting followUp: FollowUp?, didBegin: @Sendable () -> Void = {}) async throws {
    try await withFloorUnlessCancelled(when: .idle) {
      guard followUp == nil || source != nil else { throw TurnLoopError.notListening }
      guard followUp == nil || !muting.isOn else { throw TurnLoopError.muted }
      didBegin()
      try await beginTurn()
      await finishTurn(saying: dialog, expecting: followUp)
    }
  }

  /// Speaks in the current turn, for example while a request is handled; in a separate turn if there is none.
  ///
  /// - Throws: `SpeechError`, `TurnLoopError`.
  public func sayMeanwhile(_ text: String) async throws {
    guard floor.isTaken, machine.state == .answering else { return try await say(text) }
    floor.share()
    let failure = await speak(text)
    ignoreEcho()
    await yieldFloor()
    if let failure { throw failure }
  }

  /// Ends a conversation that waits for an answer.
  ///
  /// - Parameter dialog: The last dialog of the conversation; nil to end it silently.
  /// - Throws: `PocketSphinxError`.
  public func hangUp(saying dialog: String? = nil) async throws {
    try await interrupt(saying: dialog, expecting: nil)
  }

  /// Speaks in a conversation that waits for an answer, and then waits for another request instead of the answer.
  ///
  /// - Parameter dialog: The dialog to speak; nil for none.
  /// - Throws: `PocketSphinxError`.
  public func ask(_ dialog: String?, expecting followUp: FollowUp) async throws {
    try await interrupt(saying: dialog, expecting: followUp)
  }

  private func interrupt(saying dialog: String?, expecting followUp: FollowUp?) async throws {
    try await withFloor {
      guard case .awake = machine.state else { return }
      await dropQuestion()
      arbitration.forget()
      if dialog != nil || followUp != nil { try await beginTurn() }
      await finishTurn(saying: dialog, expecting: followUp)
    }
  }

  private func finishTurn(saying dialog: String?, expecting followUp: FollowUp?) async {
    if let dialog { await speak(dialog) }
    let isExpected = followUp != nil && !speaker.isStopped
    if let followUp, isExpected { conversation.expect(followUp) }
    await finishExchange(expectsAnswer: isExpected)
  }
}
