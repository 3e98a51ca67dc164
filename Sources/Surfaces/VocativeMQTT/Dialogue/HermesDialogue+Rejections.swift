import HermesProtocol
package import Vocative

/// Rejected utterances within a session.
extension HermesDialogue {
  /// An utterance was rejected, and the loop waits for the skill that handles rejections.
  package mutating func wait(
    for rejection: DelegatedRejection, _ reply: AsyncStream<DelegatedAnswer>.Continuation
  ) -> [HermesEffect] {
    guard isConnected, waiting == nil, session?.sendsRejections == true else { return [.answer(reply, .unreachable)] }
    let effects = sendRejection(of: rejection.text ?? "")
    session?.hasToldRejection = true
    // The loop waits for the skill's answer.
    session?.outcome = .timeout
    (conversation, waiting) = (rejection.session, reply)
    return effects
  }

  /// The skill that handles the rejection of a conversation has answered or timed out.
  package mutating func rejectionOver(in conversation: String) {
    if self.conversation == conversation { (self.conversation, waiting) = (nil, nil) }
  }

  /// An utterance was rejected and the loop has answered it; a skill that was asked has answered or timed out.
  mutating func rejected(_ input: String, isSilence: Bool, isQuiet: Bool) -> [HermesEffect] {
    guard session?.hasToldRejection != true else {
      session?.hasToldRejection = false
      return []
    }
    guard !isQuiet, session != nil, !isWaitingElsewhere else { return [] }
    session?.outcome = isSilence ? .timeout : .intentNotRecognized
    return sendRejection(of: input)
  }

  private func sendRejection(of input: String) -> [HermesEffect] {
    guard let session else { return [] }
    var effects: [HermesEffect] = [
      .publish(Hermes.IntentNotRecognized(input: input, siteId: site, sessionId: session.id, customData: session.customData))
    ]
    if session.sendsRejections {
      effects.append(
        .publish(
          Hermes.SessionIntentNotRecognized(
            input: input, sessionId: session.id, siteId: site, customData: session.customData)))
    }
    return effects
  }
}
