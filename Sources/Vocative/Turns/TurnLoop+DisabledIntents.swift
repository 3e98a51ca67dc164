import VocativeIntents
import VocativeUnderstanding

/// Intents that a broker disables for voice requests.
extension TurnLoop {
  /// Rejects these intents by voice from the next request on, and accepts all others again; not kept across restarts.
  ///
  /// An intent that a follow-up expects by name is still accepted. So is a private intent, because its use must not be revealed.
  /// This cannot enable an intent that the assistant does not offer.
  public func setDisabledIntents(_ intents: Set<String>) { disabledIntents = intents }

  /// Returns the understanding of a command after a call, without disabled intents.
  ///
  /// Disabled phrases stay in the grammar: without them, their words would be recognized as other phrases.
  ///
  /// - Throws: `GrammarError`, or an error of a list's query.
  func taken(_ understanding: Understanding, after call: TurnMachine.Call?) async throws -> Understanding {
    let understanding = scoped(understanding, after: call)
    guard case .understood(let heard) = understanding, !conversation.isAsking else { return understanding }
    guard !isRefused(heard.intent) else { return try await otherMeaning(of: heard) }
    // A question must not offer a disabled request, and without the question, the evidence is not enough for the other one.
    guard heard.rival.map({ isRefused($0.intent) }) != true else { return .rejected(Rejection(.lowConfidence, best: heard)) }
    return .understood(heard.understood(as: heard.meaning, keeping: heard.homonyms.filter { !isRefused($0.intent) }))
  }

  /// Returns the understanding of a disabled request: another intent may have the same phrase.
  private func otherMeaning(of heard: Interpretation) async throws -> Understanding {
    var rest = try await runtime.grammar()
    rest.phrases.removeAll { isRefused($0.intent) }
    if !rest.phrases.isEmpty,
      case .understood(let other) = try conversation.understanding(of: heard.text, in: rest, of: runtime.assistant)
    {
      return .understood(other)
    }
    return .rejected(Rejection(.notAPhrase, best: heard))
  }

  /// Returns whether an intent is disabled for the next request.
  private func isRefused(_ intent: String) -> Bool {
    disabledIntents.contains(runtime.origin(of: intent).intent)
      && conversation.followUp.map { isExpected(intent, by: $0) } != true
      && runtime.assistant.intent(named: intent)?.isPrivate != true
  }

  private func isExpected(_ intent: String, by followUp: FollowUp) -> Bool {
    [intent, runtime.origin(of: intent).intent].contains(where: followUp.intents.contains)
  }

  /// Returns the understanding for the assistants that the wake phrase is for.
  private func scoped(_ understanding: Understanding, after call: TurnMachine.Call?) -> Understanding {
    guard let phrase = call?.wakePhrase, !conversation.isAsking else { return understanding }
    return runtime.understanding(understanding, after: phrase)
  }
}
