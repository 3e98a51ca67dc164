public import VocativeUnderstanding

/// What may be said next, without the wake phrase: everything, or some intents.
///
/// Unlike a question about a parameter, the next request is a new one; the conversation only stays open for it.
public struct FollowUp: Hashable, Sendable {
  /// The intents that are expected; empty for all.
  public let intents: [String]
  /// Whether the runtime's delegate says what comes of something else that is said, and not the assistant.
  public let delegatesRejections: Bool

  /// An expectation of some intents, or of all.
  public init(intents: [String] = [], delegatesRejections: Bool = false) {
    (self.intents, self.delegatesRejections) = (intents, delegatesRejections)
  }

  /// The intent that stands for words such as "never mind".
  public static let cancellation = "cancel"
}

extension IntentRuntime {
  /// What may be said as a follow-up, out of everything that may be said, and words to call it off.
  ///
  /// Where none of the expected intents is there, everything may be said.
  public func grammar(expecting followUp: FollowUp, in grammar: Grammar) -> Grammar {
    var narrowed = grammar
    let expected = grammar.phrases.filter { followUp.intents.contains($0.intent) }
    if !expected.isEmpty { narrowed.phrases = expected }
    // Another intent with these words means them: what stands first is taken.
    narrowed.ambiguity = .first
    narrowed.phrases += AnswerWords.cancel.map {
      Grammar.Phrase(intent: FollowUp.cancellation, template: .literal($0), text: $0)
    }
    return narrowed
  }
}
