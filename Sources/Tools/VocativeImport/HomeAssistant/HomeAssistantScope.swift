import VocativeUnderstanding

/// The lists and rules available to the sentences of one block.
struct HomeAssistantScope {
  /// The reason a sentence cannot be a phrase.
  struct Obstacle: Error {
    let reason: String
  }

  /// A slot that a sentence refers to, directly or through its rules.
  struct Mention {
    let slot: String
    let listName: String
    let list: HomeAssistantList
  }

  let rules: [String: ImportedText]
  let lists: [String: HomeAssistantList]

  private static let maxRuleDepth = 16
  private static let maxMentions = 1_000

  init(block: HomeAssistantSentences.Block, sentences: HomeAssistantSentences, lists: [String: HomeAssistantList]) {
    rules = sentences.rules.merging(block.rules) { _, own in own }
    self.lists = lists.merging(block.lists) { _, own in own }
  }

  /// Returns every slot that a sentence refers to, directly or through its rules.
  ///
  /// - Throws: `Obstacle` if a slot cannot be filled or a rule is missing.
  func mentions(in text: String) throws(Obstacle) -> [Mention] {
    var mentions: [Mention] = []
    try collect(text, inside: [], into: &mentions)
    return mentions
  }

  private func collect(_ text: String, inside outer: [String], into mentions: inout [Mention]) throws(Obstacle) {
    for reference in TemplateReferences(text).references {
      guard mentions.count < Self.maxMentions else {
        throw Obstacle(reason: "the sentence and its rules have more than \(Self.maxMentions) slots")
      }
      switch reference {
      case .rule(let name):
        guard let rule = rules[name] else { throw Obstacle(reason: "the rule <\(name)> is not defined") }
        guard !outer.contains(name) else { throw Obstacle(reason: "the rule <\(name)> refers to itself") }
        guard outer.count < Self.maxRuleDepth else {
          throw Obstacle(reason: "the rule <\(name)> is nested more than \(Self.maxRuleDepth) levels deep")
        }
        try collect(rule.text, inside: outer + [name], into: &mentions)
      case .slot(let listName, let slot):
        guard !slot.hasPrefix("@") else {
          throw Obstacle(reason: "{\(listName):\(slot)} captures words for a response, which intents files do not support")
        }
        guard let list = lists[listName] else {
          let source = ["area": "areas", "floor": "floors", "name": "entities"][listName]
          throw Obstacle(
            reason: "the list {\(listName)} is not defined"
              + (source.map {
                "; also import the home's \($0), for example .storage/core.\(listName == "name" ? "entity" : listName)_registry (\($0))"
              } ?? ""))
        }
        if case .wildcard = list {
          throw Obstacle(reason: "{\(listName)} is a wildcard, which a closed grammar cannot recognize")
        }
        mentions.append(Mention(slot: slot, listName: listName, list: list))
      }
    }
  }
}
