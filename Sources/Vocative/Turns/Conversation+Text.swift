package import VocativeIntents
package import VocativeUnderstanding

extension Conversation {
  /// Returns the meaning of a text in this conversation, with or without a wake phrase before it.
  ///
  /// - Throws: `GrammarError`.
  package func understanding(of text: String, in grammar: Grammar, of assistant: Assistant) throws -> Understanding {
    let compiled = try runtime.compiledGrammars.compiled(expected(in: grammar).removingUnfillablePhrases())
    let wakePhrases = assistant.wakePhrases.map(SpokenText.words)
    // An answer has no address.
    let found =
      isAsking
      ? compiled.understanding(ofText: text, after: wakePhrases)
      : runtime.understanding(ofText: text, in: compiled, after: wakePhrases)
    switch found {
    case .phrase(let match, let words):
      let understood = Understanding.understood(Interpretation(text: words.joined(separator: " "), match: match, confidence: 1))
      guard !isAsking, !match.wakePhrase.isEmpty else { return understood }
      return runtime.understanding(understood, after: match.wakePhrase.joined(separator: " "))
    case .noPhrase(let reason): return .rejected(Rejection(.notAPhrase, explanation: reason))
    case .noWords: return .rejected(Rejection(.nothingHeard))
    }
  }
}
