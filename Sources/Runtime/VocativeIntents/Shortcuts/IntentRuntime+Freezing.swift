import VocativeUnderstanding

/// The reason why a request cannot become a shortcut, with a remedy.
public struct FreezingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The cause and the remedy.
  public let description: String

  /// Creates an error with a cause and a remedy.
  public init(description: String) {
    self.description = description
  }
}

extension IntentRuntime {
  /// Returns a shortcut for a typed request, with its parameters frozen to their current values.
  ///
  /// A day that is relative to the current one, as in "today", stays relative. A value that a resolver chooses, such as the only
  /// timer, is chosen when the shortcut is performed.
  ///
  /// - Parameters:
  ///   - text: The request as it would be spoken, as in `vacation goal`.
  ///   - steps: The steps before this one in a workflow, whose returned values may fill missing parameters.
  ///   - unlock: Proof that the passphrase was given; nil if it was not, in which case no private data is looked up.
  /// - Throws: `FreezingError` if the text is not a request, if a parameter is missing or ambiguous, or if the request is private
  ///   and the passphrase was not given; also the errors of queries.
  public func freeze(_ text: String, after steps: [Shortcut] = [], unlock: RequestUnlock? = nil) async throws -> Shortcut {
    let grammar = try compiledGrammars.compiled(try await grammar().removingUnfillablePhrases())
    let found = understanding(ofText: text, in: grammar)
    guard case .phrase(let match, _) = found, let intent = assistant.intent(named: match.intent) else {
      var description = "\"\(ShortText.clipped(ShortText.line(text), to: 100))\" is not a request to this assistant"
      if case .noPhrase(let reason?) = found { description += ": \(reason)" }
      throw FreezingError(description: description)
    }
    let interpretation = Interpretation(text: text, match: match, confidence: 1)
    var request = IntentRequest(intent: intent.identifier, values: interpretation.slots)
    request.isUnlocked = unlock != nil
    // Questions and titles may contain private data.
    guard !intent.isPrivate || isUnlocked(request) else {
      throw FreezingError(
        description: "\"\(text)\" is private; on the page, give the passphrase with it; in a terminal, use --unlocked")
    }
    return try await Dependencies.$current.withValue(dependencies(of: intent)) {
      [memory = memory(of: intent.assistant), isShared = assistants.count > 1] in
      let resolution = ParameterResolution(intent: intent, memory: memory, isDescription: true)
      switch try await resolution.resolve(request, with: intent.makeHandling()) {
      case .resolved(let request, let said):
        return Shortcut(
          intent: intent.name, values: request.lastingValues, title: intent.title(with: said.map { ($0.name, $0.lastingName) }),
          suggestedInvocationPhrase: intent.suggestedInvocationPhrase
        ).of(isShared ? intent.assistant : nil)
      case .asks(let question):
        if case .value = question.expectation, areReturned(missing(in: question.request, of: intent), to: intent, by: steps) {
          return Shortcut(
            intent: intent.name, values: question.request.lastingValues, title: intent.title(with: []),
            suggestedInvocationPhrase: intent.suggestedInvocationPhrase
          ).of(isShared ? intent.assistant : nil)
        }
        throw FreezingError(
          description: "\"\(text)\" is incomplete (\"\(question.dialog)\"); a shortcut needs the whole request")
      case .failed(let response): throw FreezingError(description: "\"\(text)\" cannot be done: \(response.dialog)")
      }
    }
  }

  private func missing(in request: IntentRequest, of intent: IntentDefinition) -> [ParameterDefinition] {
    intent.parameters.filter { $0.isRequired && !$0.isLeftToResolver && request.values[$0.name] == nil }
  }

  /// Returns whether earlier steps return values for all of these parameters.
  private func areReturned(_ missing: [ParameterDefinition], to intent: IntentDefinition, by steps: [Shortcut]) -> Bool {
    missing.allSatisfy { parameter in
      steps.contains { step in
        guard let earlier = self.intent(of: step), let type = earlier.resultType else { return false }
        return type.fits(parameter, isSameAssistant: earlier.assistant == intent.assistant)
      }
    }
  }

  /// Returns the check that a new phrase is not too similar to the sentences of the assistant.
  ///
  /// - Throws: The errors of list queries and of the grammar.
  package func phraseCheck() async throws -> InvocationPhraseCheck {
    let grammar = try await ownGrammar().removingUnfillablePhrases()
    let compiled = try CompiledGrammar(grammar)
    return InvocationPhraseCheck(
      existing: try sentences(of: grammar), pronunciations: pronunciations,
      owner: { words in compiled.match(words).flatMap { assistant.intent(named: $0.intent) }.map { meaning(of: $0) } })
  }

  /// Returns all sentences with their owners, except those of phrases with numbers, sums, days, times or free text.
  private func sentences(of grammar: Grammar) throws -> [(owner: String, words: [String])] {
    var found: [(owner: String, words: [String])] = assistant.wakePhrases.map { ("the wake phrase", SpokenText.words(of: $0)) }
    for phrase in grammar.phrases {
      var alone = grammar
      alone.phrases = [phrase]
      let owner = assistant.intent(named: phrase.intent).map { meaning(of: $0) } ?? phrase.intent
      let sentences = try CompiledGrammar(alone).allSentences(limit: Self.maxSentences) ?? []
      found += sentences.map { sentence in
        // A dictionary entry can consist of several words that share one pronunciation.
        (owner, sentence.flatMap { $0.split(separator: "_").map(String.init) })
      }
    }
    return found
  }

  /// The meaning of the sentences of an intent; those of a private one may contain private names.
  private func meaning(of intent: IntentDefinition) -> String {
    intent.isPrivate ? InvocationPhraseRefusal.privateOwner : intent.title
  }

  /// The maximum number of sentences per phrase to compare with a new phrase.
  private static let maxSentences = 2000
}
