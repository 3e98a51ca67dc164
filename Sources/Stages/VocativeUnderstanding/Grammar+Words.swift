/// A place in a grammar that uses a word.
public struct WordUse: Equatable, Sendable {
  /// The phrase or value, in words for a message.
  public let description: String
  /// Where it stands; nil for what comes from a program.
  public let location: Grammar.Location?
}

extension Grammar {
  /// The first phrase, value, rule or kind that uses a dictionary word; nil when none does.
  public func firstUse(of word: String) -> WordUse? {
    if let phrase = phrases.first(where: { $0.template.words.contains(word) }) {
      return WordUse(description: "the phrase \"\(phrase.text)\" of \(phrase.intent)", location: phrase.location)
    }
    for (name, values) in lists.sorted(by: { $0.key < $1.key }) {
      if let value = values.first(where: { $0.spoken.contains { $0.words.contains(word) } }) {
        return WordUse(description: "\"\(value.identifier)\" of the list \"\(name)\"", location: value.location)
      }
    }
    if let rule = rules.sorted(by: { $0.key < $1.key }).first(where: { $0.value.words.contains(word) }) {
      let phrase = phrases.first { $0.template.rules.contains(rule.key) }
      return WordUse(description: "the rule <\(rule.key)>", location: phrase?.location)
    }
    for (name, kind) in kinds.sorted(by: { $0.key < $1.key }) where kind.template?.words.contains(word) == true {
      let phrase = phrases.first { phrase in phrase.template.slots.contains { self.list(of: $0, in: phrase) == name } }
      return WordUse(description: "what may be said for \"\(name)\"", location: phrase?.location)
    }
    return nil
  }

  /// The grammar without the names that use one of these words, and the names that were left out.
  ///
  /// Only values that come from a program are touched: what stands in a file is for its author to mend.
  public func removingNames(using unknown: Set<String>) -> (grammar: Grammar, removed: [String]) {
    var grammar = self
    var removed: [String] = []
    for (name, values) in lists {
      grammar.lists[name] = values.map { value in
        guard value.location == nil else { return value }
        let kept = value.spoken.filter { unknown.isDisjoint(with: $0.words) }
        if kept.count < value.spoken.count {
          removed += value.spoken.filter { !kept.contains($0) }.compactMap { $0.plainWords?.joined(separator: " ") }
        }
        return Value(
          identifier: value.identifier, spoken: kept, pronunciations: value.pronunciations, location: value.location)
      }.filter { !$0.spoken.isEmpty }
    }
    return (grammar, removed.sorted())
  }

  /// The grammar without the phrases that need a value of a list that has none now.
  ///
  /// A list of a program's may be empty for a while; in a file an empty list is a mistake and is refused when the file is read.
  public func removingUnfillablePhrases() -> Grammar {
    var grammar = self
    grammar.phrases = phrases.filter { phrase in
      phrase.template.slots.allSatisfy { slot in
        lists[list(of: slot, in: phrase)]?.isEmpty != true
      }
    }
    return grammar
  }

  /// The name of the list, or of the kind, that a slot of a phrase takes its value from.
  private func list(of slot: (name: String, list: String?), in phrase: Phrase) -> String {
    slot.list ?? slotLists[phrase.intent]?[slot.name] ?? slot.name
  }
}

extension Template {
  /// Every dictionary word of the template itself; rules and lists are not followed.
  var words: Set<String> {
    switch self {
    case .word(let word): [word]
    case .slot, .rule: []
    case .range(let range, _): Set(range.numbers.flatMap(SpokenNumber.words))
    case .optional(let part): part.words
    case .sequence(let parts), .alternatives(let parts), .permutation(let parts):
      parts.reduce(into: []) { $0.formUnion($1.words) }
    }
  }
}
