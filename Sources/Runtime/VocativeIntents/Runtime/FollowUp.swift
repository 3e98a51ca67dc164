public import VocativeUnderstanding

/// The requests that may follow without the wake phrase: all, or those for some intents.
///
/// Unlike the answer to a question about a parameter, the next request is a new one; the conversation only stays open for it.
public struct FollowUp: Hashable, Sendable {
  /// The expected intents; empty for all.
  public let intents: [String]
  /// Whether the runtime's delegate, rather than the assistant, responds to utterances that are not understood.
  public let delegatesRejections: Bool

  /// Creates an expectation of some or all intents.
  public init(intents: [String] = [], delegatesRejections: Bool = false) {
    (self.intents, self.delegatesRejections) = (intents, delegatesRejections)
  }

  /// The intent for words such as "never mind".
  public static let cancellation = "cancel"
}

extension IntentRuntime {
  /// Returns the follow-up that an assistant expects, with the identifiers of its intents.
  package func followUp(_ followUp: FollowUp?, of name: String?) -> FollowUp? {
    guard let followUp, let name, assistants.count > 1 else { return followUp }
    let identifiers = followUp.intents.map { wanted in
      assistant.intents.first { $0.assistant == name && $0.name == wanted }?.identifier ?? wanted
    }
    return FollowUp(intents: identifiers, delegatesRejections: followUp.delegatesRejections)
  }

  /// Returns the grammar narrowed to a follow-up, with words to cancel.
  ///
  /// If none of the expected intents exists, the grammar is not narrowed.
  public func grammar(expecting followUp: FollowUp, in grammar: Grammar) -> Grammar {
    var narrowed = grammar
    let identifiers = Set(followUp.intents.map { assistant.intent(named: $0)?.identifier ?? $0 })
    let expected = grammar.phrases.filter { identifiers.contains($0.intent) }
    if !expected.isEmpty { narrowed.phrases = expected }
    // Another intent may have the same words; the first one takes precedence.
    narrowed.ambiguity = .first
    narrowed.phrases += AnswerWords.cancel.map {
      Grammar.Phrase(intent: FollowUp.cancellation, template: .literal($0), text: $0)
    }
    return narrowed
  }
}
