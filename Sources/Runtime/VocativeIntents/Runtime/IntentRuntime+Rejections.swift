extension IntentRuntime {
  /// What whoever expects a request says of something that was not understood; nil where the assistant is to say it itself.
  ///
  /// - Parameter text: The words that come nearest; nil where nobody knows any.
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
