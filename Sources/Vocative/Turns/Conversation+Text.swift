package import VocativeIntents
package import VocativeUnderstanding

extension Conversation {
  /// Returns the meaning of a text as an answer or, if it is none, as a request, which drops the open question.
  ///
  /// Nothing is dropped if another program responds to texts that are not expected.
  ///
  /// - Throws: `GrammarError`.
  package mutating func take(_ text: String, in grammar: Grammar, of assistant: Assistant) async throws -> Understanding {
    let answer = try understanding(of: text, in: grammar, of: assistant)
    guard expectsAnswer, followUp?.delegatesRejections != true, case .rejected = answer,
      case .understood(let request) = try Conversation(runtime: runtime, source: asker.source)
        .understanding(of: text, in: grammar, of: assistant)
    else { return answer }
    await cancel()
    return .understood(request)
  }

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
    case .noPhrase(let reason): return .rejected(compiled.rejection(ofText: text, after: wakePhrases, because: reason))
    case .noWords: return .rejected(Rejection(.nothingHeard))
    }
  }
}
