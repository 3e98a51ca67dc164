/// Why a request ended without the result of its intent.
public enum EndReason: String, Equatable, Sendable, Codable, CaseIterable {
  /// A feature is not available.
  case unavailable
  /// The passphrase is missing or wrong.
  case locked
  /// A parameter could not be resolved.
  case unresolved
  /// The intent refused when it was asked to confirm.
  case refused
  /// The person said no, or cancelled.
  case declined
  /// The utterance was not understood.
  case rejected
  /// The intent took too long.
  case timedOut
  /// The intent threw an error.
  case failed
}

extension IntentRuntime {
  /// Ends a request, and notifies the observers that it was not performed.
  ///
  /// A request that asks while it is performed is cancelled. Its performance notifies the observers, because it has begun.
  package func didEnd(
    _ request: IntentRequest, because reason: EndReason, _ response: IntentResponse
  ) async {
    if let paused = request.paused { return await paused.cancel(because: reason) }
    guard let intent = assistant.intent(named: request.intent) else { return }
    let dispatch = Dispatch(
      assistant: intent.assistant, intent: intent.name, title: intent.title, values: request.values,
      topic: assistant.topic(of: intent), source: request.source, session: request.session,
      date: dependencies.clock.now(),
      isPrivate: intent.isPrivate || request.isPrivate, isEligibleForPrediction: false)
    await notify(
      Interaction(dispatch: dispatch, response: response, duration: .zero, reason: reason))
  }

  /// Notifies the observers of an utterance that was not understood, without its words.
  package func didReject(_ reason: String, source: IntentSource, session: String, dialog: String)
    async
  {
    let dispatch = Dispatch(
      assistant: assistants.first?.name ?? "", intent: "", title: "Not understood", values: [:],
      topic: "rejected.\(reason)",
      source: source, session: session, date: dependencies.clock.now(),
      isEligibleForPrediction: false)
    await notify(
      Interaction(
        dispatch: dispatch, response: .failure(dialog), duration: .zero, reason: .rejected))
  }

  private func notify(_ interaction: Interaction) async {
    for observer in observers { await observer.didEnd(interaction) }
  }
}
