import HermesProtocol
import Vocative

/// What is said in a conversation and not understood.
extension HermesDialogue {
  /// Something was not understood, and the loop waits for the skill that wants to say what comes of it.
  mutating func wait(
    for rejection: DelegatedRejection, _ reply: AsyncStream<DelegatedAnswer>.Continuation
  ) -> [HermesEffect] {
    guard isConnected, session?.tellsRejections == true else { return [.answer(reply, .unreachable)] }
    let effects = tellRejection(of: rejection.text ?? "")
    session?.hasToldRejection = true
    // Until the skill has answered, nobody has.
    session?.outcome = .timeout
    waiting = reply
    return effects
  }

  /// Something was not understood, and the loop has said so; a skill that was waited for has answered, or will not any more.
  mutating func rejected(_ input: String, isSilence: Bool, isQuiet: Bool) -> [HermesEffect] {
    waiting = nil
    guard session?.hasToldRejection != true else {
      session?.hasToldRejection = false
      return []
    }
    guard !isQuiet, session != nil else { return [] }
    session?.outcome = isSilence ? .timeout : .intentNotRecognized
    return tellRejection(of: input)
  }

  private func tellRejection(of input: String) -> [HermesEffect] {
    guard let session else { return [] }
    var effects: [HermesEffect] = [
      .tell(Hermes.IntentNotRecognized(input: input, siteId: site, sessionId: session.id, customData: session.customData))
    ]
    if session.tellsRejections {
      effects.append(
        .tell(
          Hermes.SessionIntentNotRecognized(
            input: input, sessionId: session.id, siteId: site, customData: session.customData)))
    }
    return effects
  }
}
