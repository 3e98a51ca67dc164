package import VocativeIntents
package import VocativeUnderstanding

extension Conversation {
  /// What a text means here, with or without a wake phrase before it.
  ///
  /// - Throws: `GrammarError`.
  package func understanding(of text: String, in grammar: Grammar, of assistant: Assistant) throws -> Understanding {
    let compiled = try runtime.compiledGrammars.compiled(expected(in: grammar.removingUnfillablePhrases()))
    var words = SpokenText.words(of: text)
    let wake = assistant.wakePhrases.map(SpokenText.words).first { !$0.isEmpty && words.starts(with: $0) }
    if let wake { words.removeFirst(wake.count) }
    guard !words.isEmpty else { return .rejected(Rejection(.nothingHeard)) }
    guard let match = compiled.match(words) else { return .rejected(Rejection(.notAPhrase)) }
    return .understood(Interpretation(text: words.joined(separator: " "), match: match, confidence: 1))
  }
}
