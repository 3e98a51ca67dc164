import VocativeIntents
import VocativeUnderstanding

extension IntentsFileContents {
  /// The parts that cannot be used as written, each with its place; the rest of the file can.
  ///
  /// They are not faults, because a home or an imported file may have them.
  package var warnings: [String] {
    doubts.map(\.description) + repeatedSlots + unusedLists + lists.flatMap(\.unreachable)
  }

  /// The lists whose values nothing takes, as after a misspelled name.
  private var unusedLists: [String] {
    let parameters = intents.flatMap(\.parameters)
    let named = parameters.compactMap { if case .list(let name) = $0.type { name } else { nil } }
    let used = Set(named + parameters.flatMap(\.otherLists) + intents.compactMap(\.returns?.name))
    return lists.filter { !used.contains($0.name) }.map { list in
      "\(list.location): the list \"\(list.name)\" is not used, because no parameter and no phrase of an intent names it"
    }
  }

  /// The phrases with a slot that a sentence has more than once, although its parameter takes one value.
  private var repeatedSlots: [String] {
    var counts = SlotCounts(rules: rules)
    return intents.flatMap { intent in
      let multiple = intent.parameters.filter(\.isMultiple).map(\.name)
      return intent.phrases.flatMap { phrase in
        counts.values(in: phrase.template).filter { $0.value > 1 && !multiple.contains($0.key) }.keys.sorted().map { slot in
          let place = phrase.location.map { "\($0): " } ?? ""
          return "\(place)a sentence of \"\(phrase.text)\" has {\(slot)} twice, but the parameter takes only the first value; "
            + "add \"multiple: true\" to the parameter, or use another name"
        }
      }
    }
  }
}

extension IntentsFileContents.List {
  /// The values whose names all belong to other values.
  fileprivate var unreachable: [String] {
    let owners = Dictionary(
      values.compactMap { value in value.value.spoken.first?.plainWords.map { ($0, value.value.identifier) } },
      uniquingKeysWith: { first, _ in first })
    return values.compactMap { listed in
      let value = listed.value
      // A template with alternatives is not a single name.
      let names = value.spoken.map { $0.plainWords ?? [] }
      let isTaken = names.allSatisfy { name in !name.isEmpty && owners[name].map { $0 != value.identifier } == true }
      guard isTaken, let owner = names.first.flatMap({ owners[$0] }) else { return nil }
      let place = value.location.map { "\($0): " } ?? ""
      return
        "\(place)\"\(value.identifier)\" of the list \"\(name)\" is never understood, because its name belongs to \"\(owner)\"; "
        + "add a spoken form"
    }
  }
}

/// Counts the values that a sentence of a template has for each slot, or 2 if there are more.
///
/// A person may leave out an optional part, so two of them with the same slot are alternatives.
private struct SlotCounts {
  /// The maximum depth of rules that is followed; a grammar refuses fewer levels.
  private static let maxRuleDepth = 64

  let rules: [String: Template]
  private var ruleDepth = 0
  /// The counts of rules; also of rules that are being visited, which refer to themselves.
  private var known: [String: [String: Int]] = [:]

  init(rules: [String: Template]) { self.rules = rules }

  mutating func values(in template: Template) -> [String: Int] {
    switch template {
    case .word: return [:]
    case .slot(let name, _), .range(_, let name), .decimals(_, let name): return [name: 1]
    case .optional(let part): return values(in: part).filter { $0.value > 1 }
    case .alternatives(let parts):
      let all: [String: Int] = parts.reduce(into: [:]) { $0.merge(values(in: $1)) { max($0, $1) } }
      return parts.contains(.sequence([])) ? all.filter { $0.value > 1 } : all
    case .sequence(let parts), .permutation(let parts):
      return parts.reduce(into: [:]) { $0.merge(values(in: $1)) { min($0 + $1, 2) } }
    case .rule(let name):
      if let counts = known[name] { return counts }
      guard ruleDepth < Self.maxRuleDepth, let rule = rules[name] else { return [:] }
      known[name] = [:]
      ruleDepth += 1
      defer { ruleDepth -= 1 }
      let counts = values(in: rule)
      known[name] = counts
      return counts
    }
  }
}
