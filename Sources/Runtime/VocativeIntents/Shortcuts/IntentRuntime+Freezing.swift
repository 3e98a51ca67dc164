import VocativeUnderstanding

/// A request that cannot become a shortcut: why, and what to do.
public struct FreezingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong and what to do.
  public let description: String

  /// An error with what is wrong and what to do.
  public init(description: String) {
    self.description = description
  }
}

extension IntentRuntime {
  /// A request with its parameters frozen, as it would be understood now.
  ///
  /// - Parameters:
  ///   - text: The request as it is said, as in `vacation goal`.
  ///   - unlock: Proof that the passphrase was given; nil where none was, and nothing is looked up for what is private.
  /// - Throws: `FreezingError` when it is no request, or a parameter is missing or shared by several values, or it is private and the
  ///   passphrase was not given; what a query throws.
  public func freeze(_ text: String, unlock: RequestUnlock? = nil) async throws -> Shortcut {
    let grammar = try CompiledGrammar(try await grammar().removingUnfillablePhrases())
    let found = grammar.understanding(ofText: text)
    guard case .phrase(let match, _) = found, let intent = assistant.intent(named: match.intent) else {
      var description = "\"\(StoredText.clipped(StoredText.line(text), to: 100))\" is nothing the assistant can be asked for"
      if case .noPhrase(let reason?) = found { description += ": \(reason)" }
      throw FreezingError(description: description)
    }
    let interpretation = Interpretation(text: text, match: match, confidence: 1)
    var request = IntentRequest(intent: intent.name, values: interpretation.slots)
    request.isUnlocked = unlock != nil
    // What is asked back, and what a title says, may hold what is private.
    guard !intent.isPrivate || isUnlocked(request) else {
      throw FreezingError(description: "\"\(text)\" is private; give the passphrase with it")
    }
    return try await Dependencies.$current.withValue(dependencies) { [memory] in
      let resolution = ParameterResolution(intent: intent, vocabulary: memory.vocabulary)
      switch try await resolution.resolve(request, with: intent.makeHandling()) {
      case .resolved(let request, let said):
        return Shortcut(
          intent: intent.name, values: request.values, title: IntentTitle.text(intent.title, values: said.map(\.dialogName)),
          suggestedInvocationPhrase: intent.suggestedInvocationPhrase)
      case .asks(let question):
        throw FreezingError(
          description: "\"\(text)\" leaves something open (\"\(question.dialog)\"); a shortcut needs the whole request")
      case .failed(let response): throw FreezingError(description: "\"\(text)\" cannot be done: \(response.dialog)")
      }
    }
  }

  /// The assistant's voice shortcuts, where a new phrase must not be or sound like anything that is understood already.
  public var shortcuts: VoiceShortcutCenter {
    memory.shortcuts.offering { canPerform($0) }.hiding { isPrivate($0) }.checkingPhrases {
      let grammar = try await ownGrammar().removingUnfillablePhrases()
      let compiled = try CompiledGrammar(grammar)
      return InvocationPhraseCheck(
        existing: try sentences(of: grammar), pronunciations: pronunciations,
        owner: { words in compiled.match(words).flatMap { assistant.intent(named: $0.intent)?.title } })
    }
  }

  /// Every sentence with what it belongs to, but for phrases with numbers, sums, days, times or free text in them.
  private func sentences(of grammar: Grammar) throws -> [(owner: String, words: [String])] {
    var found: [(owner: String, words: [String])] = assistant.wakePhrases.map { ("the wake phrase", SpokenText.words(of: $0)) }
    for phrase in grammar.phrases {
      var alone = grammar
      alone.phrases = [phrase]
      let owner = assistant.intent(named: phrase.intent)?.title ?? phrase.intent
      let sentences = try CompiledGrammar(alone).allSentences(limit: Self.mostSentences) ?? []
      found += sentences.map { sentence in
        // Several words that share one pronunciation are one dictionary entry.
        (owner, sentence.flatMap { $0.split(separator: "_").map(String.init) })
      }
    }
    return found
  }

  /// Sentences of one phrase that are compared with a new one.
  private static let mostSentences = 2000
}
