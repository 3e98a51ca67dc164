public import VocativeUnderstanding

extension IntentRuntime {
  /// Returns the grammar of everything that can be said now, with the current list values and the owner's phrases.
  ///
  /// - Throws: The errors of list queries.
  public func grammar() async throws -> Grammar {
    var grammar = try await ownGrammar()
    try await addShortcuts(to: &grammar)
    return grammar
  }

  /// Returns the grammar without the owner's phrases.
  func ownGrammar() async throws -> Grammar {
    try await Dependencies.$current.withValue(dependencies) {
      var grammar = Grammar(phrases: [], lists: assistant.lists, rules: assistant.rules)
      grammar.pronunciations = assistant.pronunciations
      grammar.ambiguity = assistant.ambiguity
      for intent in assistant.intents {
        if intent.membership.isHiddenWhenUnavailable,
          await intent.membership.status(with: memory.toggles) != .available
        {
          continue
        }
        grammar.phrases += intent.phrases
        for parameter in intent.parameters { try await add(parameter, of: intent, to: &grammar) }
      }
      return grammar
    }
  }

  private func add(_ parameter: ParameterDefinition, of intent: IntentDefinition, to grammar: inout Grammar) async throws {
    grammar.slotLists[intent.name, default: [:]][parameter.name] = parameter.list
    if let kind = parameter.kind { grammar.kinds[parameter.list] = kind }
    guard grammar.lists[parameter.list] == nil, let values = parameter.values else { return }
    var listed = try await values()
    if let kind = parameter.vocabularyKind {
      let names = try await memory.vocabulary.spokenStrings(of: kind).map(sayable)
      let strings = Dictionary(grouping: names, by: \.vocabularyIdentifier)
      listed = listed.map { $0.adding(strings[$0.value.identifier] ?? []) }
    }
    grammar.lists[parameter.list] = listed.grammarValues
  }

  /// Returns a name without phones that the acoustic model lacks; another device may have a different model.
  private func sayable(_ string: SpeakableString) -> SpeakableString {
    guard let hint = string.pronunciationHint, let pronunciations, !pronunciations.hasPhones(hint) else { return string }
    return SpeakableString(vocabularyIdentifier: string.vocabularyIdentifier, spokenPhrase: string.spokenPhrase)
  }

  /// Returns the grammar narrowed to the answers to a question.
  public func grammar(answering question: IntentQuestion, in grammar: Grammar) -> Grammar {
    let intent = assistant.intent(named: question.request.intent)
    let answers = AnswerGrammar(
      question: question, parameter: intent?.parameters.first { $0.name == question.parameter }, passphrase: unlock.passphrase)
    return answers.narrowing(grammar)
  }

  /// The result of an answer to a question.
  public enum AnswerResult: Equatable, Sendable {
    /// The request can continue.
    case continues(IntentRequest)
    /// The person declined; the response to that.
    case declined(IntentResponse)
    /// The person cancelled; the response to that.
    case cancelled(IntentResponse)
    /// The passphrase is wrong, or none is accepted at this time.
    case wrongPassphrase(WrongPassphrase)
  }

  /// Processes an answer that the question's grammar understood.
  ///
  /// - Parameter confidence: The confidence from 0 to 1; a passphrase is accepted at 0.6 and above.
  public func take(
    _ slots: [String: String], confidence: Double = 1, answering question: IntentQuestion
  ) -> AnswerResult {
    var request = question.request
    guard slots[AnswerGrammar.cancelSlot] == nil else { return .cancelled(.failure("All right.")) }
    let agrees = slots[AnswerGrammar.confirmationSlot] == AnswerGrammar.yes
    switch question.expectation {
    case .value(let parameter), .choice(let parameter, _):
      request.values[parameter] = slots[parameter]
      return .continues(request)
    case .clarification(let clarification):
      let choice = slots[AnswerGrammar.clarificationSlot].flatMap(Int.init) ?? 0
      return .continues(clarification.choices[min(max(choice, 0), clarification.choices.count - 1)].request)
    case .valueConfirmation(let parameter, let value):
      if agrees { request.confirmedValues[parameter] = value } else { request.values[parameter] = nil }
      return .continues(request)
    case .confirmation:
      guard agrees else { return .declined(.failure("All right, I won't.")) }
      request.isConfirmed = true
      return .continues(request)
    case .passphrase:
      let isRight = slots[AnswerGrammar.passphraseSlot] == AnswerGrammar.rightPassphrase
      return takePassphrase(isRight: isRight && confidence >= Unlock.minConfidence, for: request)
    }
  }
}
