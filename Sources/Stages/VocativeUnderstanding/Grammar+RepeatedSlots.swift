extension Grammar {
  /// Returns the slots that take several values and that one sentence of a phrase has more than once.
  func repeatedSlots(of phrase: Phrase) -> Set<String> {
    (multipleSlots[phrase.intent] ?? []).filter { slot in
      var count = ValueCount(slot: slot, rules: rules)
      return count.most(in: phrase.template) > 1
    }
  }
}

/// Counts the values of a slot in one sentence.
private struct ValueCount {
  let slot: String
  let rules: [String: Template]
  /// The counts of rules; also of rules that are being visited, which refer to themselves.
  private var known: [String: Int] = [:]

  init(slot: String, rules: [String: Template]) {
    self.slot = slot
    self.rules = rules
  }

  /// Returns the maximum number of values in a sentence of a template, or 2 if there are more.
  mutating func most(in template: Template) -> Int {
    switch template {
    case .word: return 0
    case .slot(let name, _), .range(_, let name), .decimals(_, let name): return name == slot ? 1 : 0
    case .optional(let part): return most(in: part)
    case .alternatives(let parts): return parts.reduce(0) { max($0, most(in: $1)) }
    case .sequence(let parts), .permutation(let parts): return parts.reduce(0) { min($0 + most(in: $1), 2) }
    case .rule(let name):
      if let count = known[name] { return count }
      // The compiler reports unknown rules, and those that refer to themselves.
      known[name] = 0
      let count = rules[name].map { most(in: $0) } ?? 0
      known[name] = count
      return count
    }
  }
}
