extension IntentRuntime {
  /// Returns the delegate's answer to an utterance that was not understood; nil if the assistant should respond itself.
  ///
  /// - Parameter text: The closest words; nil if unknown.
  package func answerToRejection(of text: String?, in session: String) async -> (dialog: String?, followUp: FollowUp?)? {
    guard let delegate else { return nil }
    let answer = await delegate.answer(DelegatedRejection(text: text, session: session, timeLimit: limits.handler))
    switch answer {
    case .ended(let dialog): return (dialog, nil)
    case .continued(let dialog, let expected): return (dialog, expected)
    case .unanswered, .unreachable: return nil
    }
  }
}
