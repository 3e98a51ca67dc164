import VocativeUnderstanding

/// What may not be asked for by voice for a while, because somebody on a broker wants it so.
extension TurnLoop {
  /// Takes some intents by voice no more, and all others again, from the next request on; forgotten with the loop.
  ///
  /// What is expected by name is taken all the same, and so is what is private, of which nobody else is to know. Nothing becomes available
  /// that the assistant does not offer.
  public func setDisabledIntents(_ intents: Set<String>) { disabledIntents = intents }

  /// What was said, as far as it may be asked for.
  ///
  /// The phrases that are not taken are listened for all the same: without them their words would be taken for others.
  ///
  /// - Throws: What a list's query throws; `GrammarError`.
  func taken(_ understanding: Understanding) async throws -> Understanding {
    guard case .understood(let heard) = understanding, disabledIntents.contains(heard.intent), !conversation.isAsking,
      conversation.followUp?.intents.contains(heard.intent) != true,
      runtime.assistant.intent(named: heard.intent)?.isPrivate != true
    else { return understanding }
    // Another intent may have the same words.
    var rest = try await runtime.grammar()
    rest.phrases.removeAll { disabledIntents.contains($0.intent) }
    if !rest.phrases.isEmpty,
      case .understood(let other) = try conversation.understanding(of: heard.text, in: rest, of: runtime.assistant)
    {
      return .understood(other)
    }
    return .rejected(Rejection(.notAPhrase, best: heard))
  }
}
