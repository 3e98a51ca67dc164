extension Grammar {
  /// Returns the grammar without phrases, and without optional parts and alternatives of phrases, that need a value of an empty list.
  ///
  /// A program's list may be empty temporarily. An empty list in a file is an error that loading reports.
  public func removingUnfillablePhrases() -> Grammar {
    guard lists.contains(where: \.value.isEmpty) else { return self }
    var grammar = self
    grammar.phrases = phrases.compactMap { phrase in
      var parts = FillableParts(grammar: self, intent: phrase.intent)
      return parts.fillable(phrase.template).map {
        Phrase(intent: phrase.intent, template: $0, text: phrase.text, location: phrase.location)
      }
    }
    return grammar
  }

  /// Returns the name of the list or kind for a slot of an intent.
  func list(of slot: (name: String, list: String?), in intent: String) -> String {
    slot.list ?? slotLists[intent]?[slot.name] ?? slot.name
  }
}

/// Finds the parts of an intent's phrases that can be said although lists are empty.
private struct FillableParts {
  let grammar: Grammar
  let intent: String
  /// The results of rules; also those of rules that are being visited, which refer to themselves.
  private var rules: [String: Template?] = [:]

  init(grammar: Grammar, intent: String) {
    self.grammar = grammar
    self.intent = intent
  }

  /// Returns the parts of a template that can be said; nil if it always needs a value of an empty list.
  mutating func fillable(_ template: Template) -> Template? {
    switch template {
    case .word, .range, .decimals: return template
    case .slot(let name, let list):
      return grammar.lists[grammar.list(of: (name, list), in: intent)]?.isEmpty == true ? nil : template
    case .rule(let name): return fillable(rule: name)
    case .optional(let part): return fillable(part).map(Template.optional) ?? .sequence([])
    case .alternatives(let parts):
      let kept = parts.compactMap { fillable($0) }
      return kept.isEmpty ? nil : .alternatives(kept)
    case .sequence(let parts): return all(parts).map(Template.sequence)
    case .permutation(let parts): return all(parts).map(Template.permutation)
    }
  }

  private mutating func all(_ parts: [Template]) -> [Template]? {
    let kept = parts.compactMap { fillable($0) }
    return kept.count == parts.count ? kept : nil
  }

  /// Returns a reference to a rule, or its parts that can be said if others cannot; other intents may fill the same rule.
  private mutating func fillable(rule name: String) -> Template? {
    if let known = rules[name] { return known }
    // The compiler reports unknown rules, and those that refer to themselves.
    rules[name] = .some(.rule(name))
    guard let rule = grammar.rules[name] else { return .rule(name) }
    let found = fillable(rule).map { $0 == rule ? .rule(name) : $0 }
    rules[name] = .some(found)
    return found
  }
}
