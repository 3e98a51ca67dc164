import VocativeUnderstanding

/// The grammar of possible answers to a question.
struct AnswerGrammar {
  /// The slot of an answer that cancels the request.
  static let cancelSlot = "cancel"
  /// The slot of an answer that is yes or no.
  static let confirmationSlot = "confirmation"
  /// The slot of an answer that selects one of two requests, by its position from 0.
  static let clarificationSlot = "clarification"
  static let yes = "yes"
  /// The slot of an answer that is a passphrase, right or wrong.
  static let passphraseSlot = "passphrase"
  static let rightPassphrase = "right"
  private static let wrongPassphrase = "wrong"
  private static let passphrases = "the passphrases"

  let question: IntentQuestion
  let parameter: ParameterDefinition?
  let passphrase: [String]

  /// Returns the grammar narrowed to the answers; `grammar` contains all phrases.
  func narrowing(_ grammar: Grammar) -> Grammar {
    var narrowed = grammar
    narrowed.addresses = []
    narrowed.skipWords = .none
    switch question.expectation {
    case .value:
      narrowed.phrases = [valuePhrase(in: grammar)] + question.alternatives.map { phrase(slot($0), slot: $0) }
    case .choice(_, let values):
      narrowed.lists[Self.choices] = choices(among: values)
      // Each choice is a value of the whole parameter.
      narrowed.multipleSlots[intent]?.remove(question.parameter)
      narrowed.slotLists[intent, default: [:]][question.parameter] = Self.choices
      narrowed.phrases = [phrase(choicePhrase)]
    case .clarification(let clarification):
      narrowed.lists[Self.clarificationSlot] = sentences(of: clarification)
      narrowed.slotLists[intent, default: [:]][Self.clarificationSlot] = Self.clarificationSlot
      let lead = clarification.isAmongAssistants ? "[i meant|ask|in|the]" : "[i said|the]"
      narrowed.phrases = [
        slotPhrase("\(lead) {\(Self.clarificationSlot)} [one|please]", slot: Self.clarificationSlot)
      ]
    case .valueConfirmation, .confirmation:
      narrowed.lists[Self.confirmationSlot] = [value(Self.yes, yesWords), value("no", AnswerWords.no)]
      narrowed.slotLists[intent, default: [:]][Self.confirmationSlot] = Self.confirmationSlot
      narrowed.phrases = [slotPhrase("{\(Self.confirmationSlot)}")]
    case .passphrase:
      narrowed.lists[Self.passphrases] = [
        value(Self.rightPassphrase, [passphrase.joined(separator: " ")]),
        Grammar.Value(identifier: Self.wrongPassphrase, spoken: PassphraseDecoys.templates(for: passphrase)),
      ]
      narrowed.slotLists[intent, default: [:]][Self.passphraseSlot] = Self.passphrases
      narrowed.phrases = [phrase(.slot(name: Self.passphraseSlot, list: nil))]
    }
    // Cancel words come before the values, so that a value named "stop" cannot take the word away.
    narrowed.lists[Self.cancelSlot] = [value(Self.yes, cancelWords + declining(in: narrowed))]
    narrowed.slotLists[intent, default: [:]][Self.cancelSlot] = Self.cancelSlot
    narrowed.phrases.insert(phrase(.slot(name: Self.cancelSlot, list: nil)), at: 0)
    return narrowed
  }

  /// Words that decline to answer: "no" to "How much?" cancels the request, unless it is a value itself.
  private func declining(in grammar: Grammar) -> [String] {
    switch question.expectation {
    case .valueConfirmation, .confirmation, .passphrase, .clarification: return []
    case .value, .choice: break
    }
    guard let parameter, parameter.kind != .text else { return [] }
    let list = grammar.slotLists[intent]?[question.parameter] ?? question.parameter
    let spoken = (grammar.lists[list] ?? []).flatMap(\.spoken).compactMap(\.plainWords)
    return AnswerWords.decline.filter { !spoken.contains(SpokenText.words(of: $0)) }
  }

  private static let choices = "the choices"

  /// Whether the question is whether to cancel something, to which "cancel it" is a yes.
  private var isAboutCancelling: Bool { question.expectation == .confirmation && question.dialog.hasPrefix("Cancel ") }

  private var yesWords: [String] { AnswerWords.yes + (isAboutCancelling ? AnswerWords.cancelThat + ["yes cancel it"] : []) }

  /// Words that cancel the request; not "stop" if that is one of two requests.
  private var cancelWords: [String] {
    if isAboutCancelling { return AnswerWords.cancel.filter { !AnswerWords.cancelThat.contains($0) } }
    guard case .clarification(let clarification) = question.expectation else { return AnswerWords.cancel }
    return AnswerWords.cancel.filter { word in !clarification.choices.contains { $0.answers.contains(word) } }
  }

  /// The requests by their distinguishing words, their full sentences and their positions.
  private func sentences(of clarification: Clarification) -> [Grammar.Value] {
    clarification.choices.enumerated().map { index, choice in
      let taken = clarification.choices.flatMap(\.answers)
      let places = AnswerWords.names(ofPlace: index, among: clarification.choices.count).filter { !taken.contains($0) }
      return value(String(index), (choice.answers + places).uniqued())
    }
  }

  private var intent: String { question.request.intent }

  /// A phrase for the value, with the common words and the parameter name or the unit around it.
  private func valuePhrase(in grammar: Grammar) -> Grammar.Phrase {
    guard let parameter, parameter.kind != .text else { return phrase(.slot(name: question.parameter, list: nil)) }
    // "The packing one" answers "Which note?".
    let one: [Template] = parameter.kind == nil ? [.word("one")] : []
    return phrase(slot(question.parameter, followedBy: one + title + units(in: grammar)))
  }

  /// A template for a choice: "the pizza timer" answers "Which timer, pizza or tea?".
  private var choicePhrase: Template { slot(question.parameter, followedBy: [.word("one")] + title) }

  /// The value with the common words around it, and after it one of some others.
  private func slot(_ parameter: String, followedBy names: [Template] = []) -> Template {
    let prepositions = ["to", "for", "from", "in", "on", "at"]
    // "The one at seven" answers "Which alarm?".
    let ones = names.contains(.word("one")) ? prepositions.map { "the one \($0)" } : []
    let before = (prepositions + ones + ["i mean", "i meant"]).map(Template.literal)
    var parts: [Template] = [
      .optional(.alternatives(before)), .optional(.alternatives([.word("the"), .word("my")])),
      .slot(name: parameter, list: nil),
    ]
    if !names.isEmpty { parts.append(.optional(.alternatives(names))) }
    return .sequence(parts + [.optional(.word("please"))])
  }

  /// The title of the parameter, which may follow a listed value or a number; empty for any other value.
  private var title: [Template] {
    guard let parameter, parameter.kind == nil || parameter.isNumber else { return [] }
    return [.literal(parameter.title)]
  }

  /// The words that follow a number in the phrases of the intent, such as its unit; empty for any other value.
  private func units(in grammar: Grammar) -> [Template] {
    guard parameter?.isNumber == true else { return [] }
    return grammar.phrases.filter { $0.intent == intent }.flatMap { $0.template.words(after: question.parameter) }.uniqued()
  }

  /// The values by their names and positions; a position name is never a value name.
  private func choices(among values: [SpokenValue]) -> [Grammar.Value] {
    var listed = values.map(ListedValue.init)
    for (index, value) in values.enumerated() where index < AnswerWords.places.count {
      let strings = AnswerWords.names(ofPlace: index, among: values.count).map {
        SpeakableString(vocabularyIdentifier: value.identifier, spokenPhrase: $0, pronunciationHint: nil)
      }
      listed[index] = listed[index].adding(strings).adding(distinguishingWords(of: value, among: values))
    }
    // A name that the values share is the one that was asked about.
    return listed.grammarValues.filter { choice in values.contains { $0.identifier == choice.identifier } }
  }

  /// Returns words that only this value's full name contains: `carter` of `alex carter` and `alex rivera`.
  private func distinguishingWords(of value: SpokenValue, among values: [SpokenValue]) -> [SpeakableString] {
    let others = values.filter { $0.identifier != value.identifier }.flatMap { SpokenText.words(of: $0.dialogName) }
    return SpokenText.words(of: value.dialogName).filter { !others.contains($0) }.map {
      SpeakableString(vocabularyIdentifier: value.identifier, spokenPhrase: $0, pronunciationHint: nil)
    }
  }

  private func value(_ identifier: String, _ words: [String]) -> Grammar.Value {
    Grammar.Value(identifier: identifier, spoken: words.map(Template.literal))
  }

  private func phrase(_ template: Template, slot: String? = nil) -> Grammar.Phrase {
    Grammar.Phrase(intent: intent, template: template, text: "{\(slot ?? question.parameter)}")
  }

  private func slotPhrase(_ text: String, slot: String? = nil) -> Grammar.Phrase {
    let slot = slot ?? (question.expectation == .confirmation ? Self.confirmationSlot : question.parameter)
    return Grammar.Phrase(intent: intent, template: (try? Template(text)) ?? .slot(name: slot, list: nil), text: text)
  }
}

extension Template {
  /// Returns the templates of one word that directly follow a slot: `degrees` of `to {level} degrees`.
  fileprivate func words(after slot: String) -> [Template] {
    switch self {
    case .word, .slot, .range, .decimals, .rule: return []
    case .optional(let part): return part.words(after: slot)
    case .alternatives(let parts), .permutation(let parts): return parts.flatMap { $0.words(after: slot) }
    case .sequence(let parts):
      let next = zip(parts, parts.dropFirst()).filter { part, next in part.isSlot(slot) && next.isWord }.map(\.1)
      return next + parts.flatMap { $0.words(after: slot) }
    }
  }

  private func isSlot(_ name: String) -> Bool {
    switch self {
    case .slot(name, _), .range(_, name), .decimals(_, name): true
    case .word, .slot, .range, .decimals, .rule, .optional, .alternatives, .sequence, .permutation: false
    }
  }

  private var isWord: Bool {
    switch self {
    case .word: true
    case .optional(let part): part.isWord
    case .alternatives(let parts): parts.allSatisfy(\.isWord)
    case .sequence(let parts): parts.count == 1 && parts[0].isWord
    case .slot, .range, .decimals, .rule, .permutation: false
    }
  }
}

extension Array where Element: Equatable {
  /// Returns the elements without repetitions, in order.
  func uniqued() -> [Element] { reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
}
