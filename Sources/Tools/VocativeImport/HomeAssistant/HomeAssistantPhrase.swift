import VocativeUnderstanding

/// A Home Assistant sentence as a phrase of an intents file.
///
/// A block can require a context, such as names of the domain light. The phrase then gets a list with only those names, which its
/// rules also use.
struct HomeAssistantPhrase {
  typealias Obstacle = HomeAssistantScope.Obstacle

  /// The template.
  private(set) var text = ""
  /// Slots with a value that is not spoken.
  private(set) var constants: [(name: String, value: String)] = []
  /// The assistant with the lists and rules that the phrase needs.
  private(set) var assistant: ImportedAssistant

  private let block: HomeAssistantSentences.Block
  private let scope: HomeAssistantScope
  private let slots: [String: HomeAssistantSlot]
  /// The replacement for each slot, by list and name.
  private var references: [[String]: String] = [:]
  /// The names of the rules in the assistant, by their names in the scope.
  private var rules: [String: String] = [:]

  /// Converts a sentence to a phrase.
  ///
  /// - Parameters:
  ///   - slots: The contents of the intent's slots.
  ///   - area: The area of the box; nil if it is unknown.
  /// - Throws: `Obstacle` if the sentence cannot be spoken or a slot cannot be filled.
  init(
    _ sentence: String, of block: HomeAssistantSentences.Block, scope: HomeAssistantScope, slots: [String: HomeAssistantSlot],
    area: HomeAssistantHouse.Named?, in assistant: ImportedAssistant
  ) throws(Obstacle) {
    (self.block, self.scope, self.slots, self.assistant) = (block, scope, slots, assistant)
    let mentions = try scope.mentions(in: sentence)
    let said = Set(mentions.map(\.slot))
    constants = block.slots.filter { !said.contains($0.name) }
    let fixed = said.union(constants.map(\.name))
    for condition in block.requires.conditions where !mentions.contains(where: { $0.list.supplies(condition.key) }) {
      guard condition.key == "area", let area else {
        let remedy = condition.key == "area" ? "set the box's area with --area" : "none of its slots provides it"
        throw Obstacle(reason: "the sentence requires the context \"\(condition.key)\"; \(remedy)")
      }
      guard let slot = condition.slot, !fixed.contains(slot) else { continue }
      constants.append((slot, area.identifier))
    }
    for mention in mentions { try addReference(for: mention) }
    text = rewritten(sentence)
  }

  // MARK: Slots

  private mutating func addReference(for mention: HomeAssistantScope.Mention) throws(Obstacle) {
    let key = [mention.listName, mention.slot]
    guard references[key] == nil else { return }
    let list: String
    switch mention.list {
    case .wildcard: return
    case .range(let range):
      if let reference = slots[mention.slot]?.reference(to: range, slot: mention.slot) {
        references[key] = reference
        return
      }
      list = assistant.addList(mention.listName, range.values)
    case .values(let values):
      let fitting = block.fitting(values)
      guard !fitting.isEmpty else { throw block.obstacle(ofEmptyList: mention.listName) }
      let name = fitting.count == values.count ? mention.listName : "\(mention.listName)_\(suffix(of: fitting))"
      list = assistant.addList(name, fitting.merged)
    }
    references[key] = list == mention.slot ? "{\(list)}" : "{\(list):\(mention.slot)}"
  }

  /// Returns the suffix that distinguishes a partial list from its full list: the domains of its values.
  private func suffix(of values: [HomeAssistantList.Value]) -> String {
    let keys = block.requires.conditions.map(\.key) + block.excludes.conditions.map(\.key)
    var parts: [String] = []
    for value in values {
      for key in keys {
        if let part = value.context[key], !parts.contains(part) { parts.append(part) }
      }
    }
    return parts.isEmpty ? "other" : parts.prefix(6).joined(separator: "_")
  }

  // MARK: Rules

  private mutating func rewritten(_ text: String) -> String {
    let found = TemplateReferences(text)
    for case .rule(let name) in found.references where rules[name] == nil {
      guard let rule = scope.rules[name] else { continue }
      rules[name] = assistant.addRule(name, rewritten(rule.text))
    }
    return found.replacing { reference in
      switch reference {
      case .rule(let name): rules[name].map { "<\($0)>" }
      case .slot(let list, let name): references[[list, name]]
      }
    }
  }
}

extension HomeAssistantSentences.Block {
  /// Returns the values of a list that satisfy the context; an attribute that some of them have must be known for each.
  func fitting(_ values: [HomeAssistantList.Value]) -> [HomeAssistantList.Value] {
    let supplied = Set(values.flatMap(\.context.keys))
    return values.filter { requires.allows($0.context, supplied: supplied) && !excludes.excludes($0.context) }
  }

  /// Returns the obstacle of a list without a value that satisfies the context.
  func obstacle(ofEmptyList name: String) -> HomeAssistantScope.Obstacle {
    let conditions = requires.conditions.compactMap { condition in
      condition.values.map { "\(condition.key) \($0.sorted().joined(separator: ", "))" }
    }
    let requirement = conditions.isEmpty ? "at all" : "of the \(conditions.joined(separator: " and the "))"
    return HomeAssistantScope.Obstacle(reason: "{\(name)} has no value \(requirement)")
  }

  /// The slots that receive a value if a sentence does not fill them.
  var fixedSlots: [String] {
    var seen: Set<String> = []
    return (slots.map(\.name) + requires.conditions.compactMap(\.slot)).filter { seen.insert($0).inserted }
  }
}

extension HomeAssistantList {
  /// Whether its values have an attribute for a context key.
  func supplies(_ key: String) -> Bool { listed?.contains { $0.context[key] != nil } == true }
}

extension [HomeAssistantList.Value] {
  /// The values, with all spoken forms of each combined.
  fileprivate var merged: [ImportedAssistant.Value] {
    var merged: [ImportedAssistant.Value] = []
    var indices: [String: Int] = [:]
    for value in self { merged.add(value.spoken, for: value.identifier, indices: &indices) }
    return merged
  }
}
