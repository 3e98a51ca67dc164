public import VocativeUnderstanding

extension IntentRuntime {
  /// Returns the grammar of everything that can be said now, with the current list values and the owner's phrases.
  ///
  /// - Throws: The errors of list queries.
  public func grammar() async throws -> Grammar {
    await refresh()
    var grammar = try await ownGrammar()
    try await addShortcuts(to: &grammar)
    return assistants.count > 1 ? sharing.addressing(grammar, in: self) : grammar
  }

  /// Returns the grammar without the owner's phrases.
  func ownGrammar() async throws -> Grammar {
    var grammar = Grammar(phrases: [], lists: assistant.lists, rules: assistant.rules, slotLists: assistant.slotLists)
    for (name, values) in assistant.dynamicLists?.values() ?? [:] {
      grammar.lists[name] = values.grammarValues
      grammar.rankedLists.insert(name)
    }
    grammar.skipWords = .polite
    grammar.pronunciations = assistant.pronunciations
    grammar.ambiguity = assistant.ambiguity
    grammar.privateLists = privateLists
    grammar.yielding = Set(assistant.intents.filter { $0.assistant == guide?.name }.map(\.identifier))
    for intent in assistant.intents {
      if intent.membership.isHiddenWhenUnavailable,
        case .unavailable = await intent.membership.availability(
          in: surroundings(of: intent.assistant))
      {
        continue
      }
      grammar.phrases += intent.phrases
      for parameter in intent.parameters {
        let list = intent.listPrefix + parameter.list
        grammar.slotLists[intent.identifier, default: [:]][parameter.name] = list
        if parameter.isMultiple { grammar.multipleSlots[intent.identifier, default: []].insert(parameter.name) }
        if let kind = parameter.kind { grammar.kinds[list] = kind }
        guard grammar.lists[list] == nil, let values = parameter.values else { continue }
        let found = try await Dependencies.$current.withValue(dependencies(of: intent)) {
          try await listed(values, of: parameter, in: intent)
        }
        grammar.lists[list] = found.values.grammarValues.prefixingNames(with: intent.listPrefix)
        if found.isRanked { grammar.rankedLists.insert(list) }
      }
    }
    try await vocabularyUse.report(in: self)
    return grammar
  }

  /// The lists that only private intents use, and those with names of a vocabulary.
  private var privateLists: Set<String> {
    func lists(where isIncluded: (IntentDefinition, ParameterDefinition) -> Bool) -> Set<String> {
      Set(
        assistant.intents.flatMap { intent in
          intent.parameters.filter { isIncluded(intent, $0) }.map { intent.listPrefix + $0.list }
        })
    }
    let ofPrivateIntents = lists { intent, _ in intent.isPrivate }.subtracting(lists { intent, _ in !intent.isPrivate })
    return ofPrivateIntents.union(lists { _, parameter in parameter.vocabularyKind != nil })
  }

  /// Lets the assistants follow what has changed outside of them.
  private func refresh() async {
    for assistant in assistants {
      guard let refresh = assistant.refresh else { continue }
      await Dependencies.$current.withValue(dependencies(of: assistant.name)) { await refresh() }
    }
  }

  /// Returns the current values of the parameters whose values are listed, by list.
  ///
  /// - Throws: The errors of list queries.
  package func listedValues() async throws -> [String: [ListedValue]] {
    var lists: [String: [ListedValue]] = [:]
    for intent in assistant.intents where !intent.isCommon {
      for parameter in intent.parameters {
        guard lists[parameter.list] == nil, let values = parameter.values else { continue }
        lists[parameter.list] = try await Dependencies.$current.withValue(dependencies(of: intent)) {
          try await listed(values, of: parameter, in: intent).values
        }
      }
    }
    return lists
  }

  /// Returns the values of a parameter with their additional names, in the order of their vocabulary.
  ///
  /// A name of something that is not among the values makes it one of them, if it exists.
  private func listed(
    _ values: @Sendable () async throws -> [ListedValue], of parameter: ParameterDefinition, in intent: IntentDefinition
  ) async throws -> (values: [ListedValue], isRanked: Bool) {
    var listed = try await values()
    guard let kind = parameter.vocabularyKind else { return (listed, false) }
    let names = try await memory(of: intent.assistant).spokenStrings(of: kind).map(sayable)
    let strings = Dictionary(grouping: names, by: \.vocabularyIdentifier)
    var ranks: [String: Int] = [:]
    for (rank, name) in names.enumerated() where ranks[name.vocabularyIdentifier] == nil {
      ranks[name.vocabularyIdentifier] = rank
    }
    let known = Set(listed.map(\.value.identifier))
    var unused: Set<String> = []
    for (identifier, _) in ranks.filter({ !known.contains($0.key) }).sorted(by: { $0.value < $1.value }) {
      if unused.count < Self.maxUnusedNames, let value = try await ParameterResolution.single(identifier, of: parameter) {
        listed.append(ListedValue(value))
      } else {
        unused.insert(identifier)
      }
    }
    vocabularyUse.add(kind, of: intent.assistant, in: parameter.list, withoutValues: unused)
    let ordered = listed.enumerated().sorted { one, other in
      let last = Int.max
      return (ranks[one.element.value.identifier] ?? last, one.offset) < (
        ranks[other.element.value.identifier] ?? last, other.offset
      )
    }.map { $0.element.adding(strings[$0.element.value.identifier] ?? []) }
    return (ordered, !ranks.isEmpty)
  }

  /// The number of names without a value after which others are not looked up anymore.
  private static var maxUnusedNames: Int { 20 }

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
  /// - Parameter confidence: The confidence from 0 to 1; a passphrase is accepted at 0.9 and above.
  public func receive(
    _ slots: [String: String], confidence: Double = 1, answering question: IntentQuestion
  ) -> AnswerResult {
    var request = question.request
    guard slots[AnswerGrammar.cancelSlot] == nil else { return .cancelled(.failure("All right.")) }
    let agrees = slots[AnswerGrammar.confirmationSlot] == AnswerGrammar.yes
    if request.paused != nil {
      switch question.expectation {
      case .value(let parameter), .choice(let parameter, _): request.answer = .value(slots[parameter] ?? "")
      case .valueConfirmation, .confirmation: request.answer = .agreed(agrees)
      case .clarification, .passphrase: break
      }
      return .continues(request)
    }
    switch question.expectation {
    case .value(let parameter), .choice(let parameter, _):
      for name in [parameter] + question.alternatives { request.values[name] = slots[name] }
      return .continues(request)
    case .clarification(let clarification):
      let choice = slots[AnswerGrammar.clarificationSlot].flatMap(Int.init) ?? 0
      return .continues(clarification.choices[min(max(choice, 0), clarification.choices.count - 1)].request)
    case .valueConfirmation(let parameter, let value):
      if agrees {
        request.confirmedValues[parameter] = value
      } else {
        (request.values[parameter], request.declinedParameter) = (nil, parameter)
      }
      return .continues(request)
    case .confirmation where request.permission != nil:
      request.isPermitted = agrees
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
