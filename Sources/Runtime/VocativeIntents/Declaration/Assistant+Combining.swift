import VocativeUnderstanding

extension Assistant {
  /// Combines assistants into one with the intents of all; a single one stays as it is.
  ///
  /// Each intent keeps its assistant and its name. Its identifier, its lists and its rules get the assistant's name as a prefix, so
  /// that two assistants can use the same names for different things. Intents for shortcuts, which assistants have in common, are
  /// those of the first assistant that has them.
  ///
  /// - Parameter guide: The assistant that explains the others; nil for none.
  init(combining assistants: [Assistant], guide: Assistant?) {
    let isSingle = assistants.count == 1
    guard !isSingle || guide != nil, let first = assistants.first else {
      self =
        assistants.first
        ?? Assistant(
          name: "", wakePhrases: [], intents: [], rules: [:], dependencies: Dependencies(), location: nil)
      return
    }
    var parts = assistants.map { Part($0, prefix: isSingle ? "" : "\($0.name).") }
    if let guide { parts.append(Part(guide, prefix: "\(guide.name).")) }
    var common: Set<String> = []
    let intents = parts.flatMap(\.intents).filter { !$0.isCommon || common.insert($0.name).inserted }
    func merged<Value>(_ dictionaries: [[String: Value]]) -> [String: Value] {
      dictionaries.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
    }
    let wakePhrases = assistants.flatMap(\.wakePhrases).uniqued()
    self.init(
      name: assistants.map(\.name).joined(separator: ", "), wakePhrases: wakePhrases, intents: intents,
      rules: merged(parts.map(\.rules)), dependencies: first.dependencies,
      location: assistants.first { !$0.wakePhrases.isEmpty }?.location,
      pronunciations: merged(parts.map(\.assistant.pronunciations)), lists: merged(parts.map(\.lists)),
      ambiguity: isSingle ? first.ambiguity : .first)
    slotLists = merged(parts.map(\.slotLists))
    dynamicLists = DynamicLists(combining: parts.map { ($0.prefix, $0.assistant.dynamicLists) })
    // A phrase is for every assistant that any declaration of it names; one declaration without names is for all.
    wakeScopes = assistants.reduce(into: [:]) { scopes, assistant in
      scopes.merge(assistant.wakeScopes) { ($0 + $1).uniqued() }
    }.filter { phrase, _ in
      !assistants.contains { $0.wakePhrases.contains(phrase) && $0.wakeScopes[phrase] == nil }
    }
  }

  /// An assistant with prefixed names.
  private struct Part {
    let assistant: Assistant
    let prefix: String

    init(_ assistant: Assistant, prefix: String) {
      (self.assistant, self.prefix) = (assistant, prefix)
    }

    var rules: [String: Template] { prefixed(assistant.rules.mapValues { $0.prefixingNames(with: prefix) }) }
    var lists: [String: [Grammar.Value]] { prefixed(assistant.lists.mapValues { $0.prefixingNames(with: prefix) }) }

    /// The intents; their parameters keep the names of their lists, to which grammars add the prefix.
    var intents: [IntentDefinition] {
      assistant.intents.map { intent in
        var intent = intent
        intent.identifier = prefix + intent.name
        intent.listPrefix = prefix
        guard !prefix.isEmpty else { return intent }
        intent.phrases = intent.phrases.map {
          Grammar.Phrase(
            intent: prefix + $0.intent, template: $0.template.prefixingNames(with: prefix), text: $0.text, location: $0.location)
        }
        return intent
      }
    }

    /// The lists of slots that name none and are not parameters: those of their own names.
    var slotLists: [String: [String: String]] {
      guard !prefix.isEmpty else { return assistant.slotLists }
      let inRules = assistant.rules.values.flatMap(\.slots).filter { $0.list == nil }.map(\.name)
      return assistant.intents.reduce(into: [:]) { lists, intent in
        let slots = intent.phrases.flatMap(\.template.slots).filter { $0.list == nil }.map(\.name) + inRules
        lists[prefix + intent.name] = Dictionary(slots.map { ($0, prefix + $0) }) { first, _ in first }
      }
    }

    private func prefixed<Value>(_ values: [String: Value]) -> [String: Value] {
      Dictionary(values.map { (prefix + $0.key, $0.value) }) { first, _ in first }
    }
  }
}

extension [Grammar.Value] {
  /// Returns the values with a prefix for the names of rules and lists in their spoken forms.
  func prefixingNames(with prefix: String) -> [Grammar.Value] {
    guard !prefix.isEmpty else { return self }
    return map { value in
      Grammar.Value(
        identifier: value.identifier, spoken: value.spoken.map { $0.prefixingNames(with: prefix) },
        pronunciations: value.pronunciations, location: value.location)
    }
  }
}

extension Template {
  /// Returns the template with a prefix for the names of rules and lists; slots keep their names.
  fileprivate func prefixingNames(with prefix: String) -> Template {
    switch self {
    case .word, .range, .decimals: self
    case .sequence(let parts): .sequence(parts.map { $0.prefixingNames(with: prefix) })
    case .alternatives(let parts): .alternatives(parts.map { $0.prefixingNames(with: prefix) })
    case .permutation(let parts): .permutation(parts.map { $0.prefixingNames(with: prefix) })
    case .optional(let part): .optional(part.prefixingNames(with: prefix))
    case .slot(let name, let list): .slot(name: name, list: list.map { prefix + $0 })
    case .rule(let name): .rule(prefix + name)
    }
  }
}
