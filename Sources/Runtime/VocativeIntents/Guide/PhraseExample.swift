import VocativeUnderstanding

/// Writes sentences that a grammar understands, as examples for a person.
struct PhraseExample {
  /// The slots and values that a sentence has so far.
  private struct Said: Equatable {
    /// The slots.
    var slots: Set<String> = []
    /// The values by list.
    var values: [String: Set<String>] = [:]
  }

  let grammar: Grammar

  /// Returns the first sentence of an intent with exactly these values; nil if no phrase has all of them.
  func sentence(for intent: String, values: [String: String]) -> String? {
    for phrase in grammar.phrases where phrase.intent == intent {
      var said = Said()
      guard let words = words(of: phrase.template, in: phrase, values: values, said: &said), said.slots == Set(values.keys)
      else { continue }
      return words.joined(separator: " ")
    }
    return nil
  }

  /// Returns a short sentence of a phrase with the first value of each slot, or the next one if two slots have the same list; nil if a slot
  /// has no value.
  func sentence(for phrase: Grammar.Phrase) -> String? {
    var said = Said()
    return words(of: phrase.template, in: phrase, values: nil, said: &said)?.joined(separator: " ")
  }

  /// - Parameter values: The values of all slots; nil for any.
  private func words(
    of template: Template, in phrase: Grammar.Phrase, values: [String: String]?, said: inout Said
  ) -> [String]? {
    switch template {
    case .word(let word): return [word]
    case .sequence(let parts), .permutation(let parts):
      var all: [String] = []
      for part in parts {
        guard let words = words(of: part, in: phrase, values: values, said: &said) else { return nil }
        all += words
      }
      return all
    case .alternatives(let parts):
      for part in parts {
        var saidInPart = said
        guard let words = words(of: part, in: phrase, values: values, said: &saidInPart) else { continue }
        said = saidInPart
        return words
      }
      return nil
    case .optional(let part):
      var saidInPart = said
      // An optional part is only said for its values.
      guard let values, let words = words(of: part, in: phrase, values: values, said: &saidInPart), saidInPart != said
      else { return [] }
      said = saidInPart
      return words
    case .rule(let name):
      guard let rule = grammar.rules[name] else { return nil }
      return words(of: rule, in: phrase, values: values, said: &said)
    case .range(let range, let slot):
      let number = values.map { $0[slot].flatMap(Int.init) } ?? range.numbers.first
      guard let number, range.numbers.contains(number) else { return nil }
      said.slots.insert(slot)
      return SpokenNumber.words(number)
    case .decimals(let range, let slot):
      let kind = SpokenKind.decimal(range)
      said.slots.insert(slot)
      return kind.words(for: values.map { $0[slot] ?? "" } ?? kind.exampleValue).map(SpokenText.words)
    case .slot(let name, let list):
      let list = list ?? grammar.slotLists[phrase.intent]?[name] ?? name
      let isMultiple = grammar.multipleSlots[phrase.intent]?.contains(name) == true
      var sentence: [String] = []
      for identifier in identifiers(of: name, in: values, isMultiple: isMultiple) {
        guard let words = words(ofValue: identifier, in: list, phrase, said: &said) else { return nil }
        sentence += (sentence.isEmpty ? [] : ["and"]) + words
      }
      said.slots.insert(name)
      return sentence
    }
  }

  /// The values of a slot; nil for any.
  private func identifiers(of slot: String, in values: [String: String]?, isMultiple: Bool) -> [String?] {
    guard let values else { return [nil] }
    let text = values[slot] ?? ""
    let several = isMultiple ? ValueList.values(of: text) : []
    return several.isEmpty ? [text] : several
  }

  /// - Parameter identifier: The value; nil for any.
  private func words(
    ofValue identifier: String?, in list: String, _ phrase: Grammar.Phrase, said: inout Said
  ) -> [String]? {
    guard let values = grammar.lists[list] else {
      guard let kind = grammar.kinds[list] else { return nil }
      return kind.words(for: identifier ?? kind.exampleValue).map(SpokenText.words)
    }
    var ignored = Said()
    let used = said.values[list, default: []]
    let wanted = identifier.map { wanted in values.filter { $0.identifier == wanted } }
    for value in wanted ?? values.filter({ !used.contains($0.identifier) }) + values {
      for spoken in value.spoken {
        guard let words = words(of: spoken, in: phrase, values: nil, said: &ignored), !words.isEmpty else { continue }
        said.values[list, default: []].insert(value.identifier)
        return words
      }
    }
    return nil
  }
}

extension SpokenKind {
  /// A value for an example.
  fileprivate var exampleValue: String {
    switch self {
    case .number(let range): String(min(max(5, range.lowerBound), range.upperBound))
    case .decimal(let range): range.from.description
    case .amount: "20.00"
    // A day that may be in the past or in the future.
    case .day: "monday"
    case .timeOfDay, .clockTime: "08:00"
    case .dayAndTime: "tomorrowT08:00"
    case .duration: "PT10M"
    case .text: "something"
    }
  }
}
