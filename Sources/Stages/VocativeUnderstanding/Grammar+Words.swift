/// A place in a grammar that uses a word.
public struct WordUse: Equatable, Sendable {
  /// A description of the phrase or value for a message.
  public let description: String
  /// Its location; nil if it is declared in Swift.
  public let location: Grammar.Location?
}

extension Grammar {
  /// Returns the first phrase, value, rule or kind that uses a dictionary word; nil if there is none.
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
      let phrase = phrases.first { phrase in phrase.template.slots.contains { list(of: $0, in: phrase.intent) == name } }
      return WordUse(description: "the values of \"\(name)\"", location: phrase?.location)
    }
    return nil
  }

  /// Returns the grammar without the names and the words around sentences that use one of these words, and the removed names, of
  /// which private ones are only counted.
  ///
  /// Only values from a program are removed: the author can correct those in a file.
  public func removingNames(using unknown: Set<String>) -> (grammar: Grammar, removed: [String], privateCount: Int) {
    var grammar = self
    var removed: [String] = []
    var privateCount = 0
    for (name, values) in lists {
      grammar.lists[name] = values.map { value in
        guard value.location == nil else { return value }
        let kept = value.spoken.filter { unknown.isDisjoint(with: $0.words) }
        if privateLists.contains(name) {
          privateCount += value.spoken.count - kept.count
        } else if kept.count < value.spoken.count {
          removed += value.spoken.filter { !kept.contains($0) }.compactMap { $0.plainWords?.joined(separator: " ") }
        }
        return Value(
          identifier: value.identifier, spoken: kept, pronunciations: value.pronunciations, location: value.location)
      }.filter { !$0.spoken.isEmpty }
    }
    grammar.addresses = addresses.compactMap { address in
      let kept = address.removingNames(using: unknown)
      removed += address.names.filter { kept?.names.contains($0) != true }.map { $0.joined(separator: " ") }
      return kept
    }
    grammar.skipWords = skipWords.removing(unknown)
    return (grammar, removed.sorted(), privateCount)
  }

  /// Returns the grammar without some pronunciations, and the names that had them, of which private ones are only counted.
  ///
  /// Only those from a program are removed: the author can correct those in a file.
  public func removingHints(
    where isRemoved: ([String]) -> Bool
  ) -> (grammar: Grammar, removed: [String], privateCount: Int) {
    var grammar = self
    var removed: [String] = []
    var privateCount = 0
    for (name, values) in lists {
      grammar.lists[name] = values.map { value in
        let bad = value.location == nil ? value.pronunciations.filter { isRemoved($0.value) } : [:]
        guard !bad.isEmpty else { return value }
        if privateLists.contains(name) { privateCount += bad.count } else { removed += bad.keys }
        return Value(
          identifier: value.identifier, spoken: value.spoken, pronunciations: value.pronunciations.filter { bad[$0.key] == nil },
          location: nil)
      }
    }
    return (grammar, removed.sorted(), privateCount)
  }
}

extension Template {
  /// Returns every dictionary word of the template itself, without those of rules and lists.
  var words: Set<String> {
    switch self {
    case .word(let word): [word]
    case .slot, .rule: []
    case .range(let range, _):
      range.numbers.flatMap(SpokenNumber.forms).joined().reduce(into: []) { $0.formUnion($1.words) }
    case .decimals(let range, _): SpokenDecimal.template(for: range).words
    case .optional(let part): part.words
    case .sequence(let parts), .alternatives(let parts), .permutation(let parts):
      parts.reduce(into: []) { $0.formUnion($1.words) }
    }
  }
}
