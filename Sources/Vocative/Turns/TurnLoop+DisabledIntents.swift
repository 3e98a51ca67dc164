import VocativeIntents
import VocativeUnderstanding

/// Intents that a broker disables for voice requests.
extension TurnLoop {
  /// Rejects these intents by voice from the next request on, and accepts all others again; not kept across restarts.
  ///
  /// An intent that a follow-up expects by name is still accepted. So is a private intent, because its use must not be revealed.
  /// This cannot enable an intent that the assistant does not offer.
  public func setDisabledIntents(_ intents: Set<String>) { disabledIntents = intents }

  /// Returns the understanding without disabled intents.
  ///
  /// Disabled phrases stay in the grammar: without them, their words would be recognized as other phrases.
  ///
  /// - Throws: `GrammarError`, or an error of a list's query.
  func taken(_ understanding: Understanding) async throws -> Understanding {
    let understanding = scoped(understanding)
    guard case .understood(let heard) = understanding, isDisabled(heard.intent), !conversation.isAsking,
      conversation.followUp.map({ isExpected(heard.intent, by: $0) }) != true,
      runtime.assistant.intent(named: heard.intent)?.isPrivate != true
    else { return understanding }
    // Another intent may have the same phrase.
    var rest = try await runtime.grammar()
    rest.phrases.removeAll { isDisabled($0.intent) }
    if !rest.phrases.isEmpty,
      case .understood(let other) = try conversation.understanding(of: heard.text, in: rest, of: runtime.assistant)
    {
      return .understood(other)
    }
    return .rejected(Rejection(.notAPhrase, best: heard))
  }

  private func isExpected(_ intent: String, by followUp: FollowUp) -> Bool {
    [intent, runtime.origin(of: intent).intent].contains(where: followUp.intents.contains)
  }

  /// Returns the understanding for the assistants that the wake phrase is for.
  private func scoped(_ understanding: Understanding) -> Understanding {
    guard case .awake(let call) = machine.state, let phrase = call.wakePhrase, !conversation.isAsking else {
      return understanding
    }
    return runtime.understanding(understanding, after: phrase)
  }

  private func isDisabled(_ intent: String) -> Bool { disabledIntents.contains(runtime.origin(of: intent).intent) }
}
