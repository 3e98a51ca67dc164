package import VocativeIntents
package import VocativeUnderstanding

extension Conversation {
  /// Returns the meaning of a text in this conversation, with or without a wake phrase before it.
  ///
  /// - Throws: `GrammarError`.
  package func understanding(of text: String, in grammar: Grammar, of assistant: Assistant) throws -> Understanding {
    let compiled = try runtime.compiledGrammars.compiled(expected(in: grammar.removingUnfillablePhrases()))
    switch compiled.understanding(ofText: text, after: assistant.wakePhrases.map(SpokenText.words)) {
    case .phrase(let match, let words):
      return .understood(Interpretation(text: words.joined(separator: " "), match: match, confidence: 1))
    case .noPhrase(let reason): return .rejected(Rejection(.notAPhrase, explanation: reason))
    case .noWords: return .rejected(Rejection(.nothingHeard))
    }
  }
}
