import VocativeUnderstanding

/// What the sentences of one block may refer to.
struct HomeAssistantScope {
  /// Why a sentence cannot be a phrase.
  struct Obstacle: Error {
    let reason: String
  }

  /// A slot that a sentence mentions, itself or in its rules.
  struct Mention {
    let slot: String
    let listName: String
    let list: HomeAssistantList
  }

  let rules: [String: ImportedText]
  let lists: [String: HomeAssistantList]

  private static let deepestRules = 16
  private static let mostMentions = 1_000

  init(block: HomeAssistantSentences.Block, sentences: HomeAssistantSentences, lists: [String: HomeAssistantList]) {
    rules = sentences.rules.merging(block.rules) { _, own in own }
    self.lists = lists.merging(block.lists) { _, own in own }
  }

  /// Every slot that a sentence mentions, itself or in its rules.
  ///
  /// - Throws: `Obstacle` where one cannot be filled, or a rule is not there.
  func mentions(in text: String) throws(Obstacle) -> [Mention] {
    var mentions: [Mention] = []
    try collect(text, inside: [], into: &mentions)
    return mentions
  }

  private func collect(_ text: String, inside outer: [String], into mentions: inout [Mention]) throws(Obstacle) {
    for reference in TemplateReferences(text).references {
      guard mentions.count < Self.mostMentions else {
        throw Obstacle(reason: "it and its rules mention more than \(Self.mostMentions) slots")
      }
      switch reference {
      case .rule(let name):
        guard let rule = rules[name] else { throw Obstacle(reason: "there is no rule <\(name)>") }
        guard !outer.contains(name) else { throw Obstacle(reason: "the rule <\(name)> refers to itself") }
        guard outer.count < Self.deepestRules else {
          throw Obstacle(reason: "<\(name)> is a rule in more than \(Self.deepestRules) others")
        }
        try collect(rule.text, inside: outer + [name], into: &mentions)
      case .slot(let listName, let slot):
        guard !slot.hasPrefix("@") else {
          throw Obstacle(reason: "{\(listName):\(slot)} keeps words for a response, which has no place in an intents file")
        }
        guard let list = lists[listName] else {
          let source = ["area": "areas", "floor": "floors", "name": "entities"][listName]
          throw Obstacle(
            reason: "{\(listName)} has no list"
              + (source.map {
                "; import the house's \($0) with it, as in .storage/core.\(listName == "name" ? "entity" : listName)_registry (\($0))"
              } ?? ""))
        }
        if case .wildcard = list {
          throw Obstacle(reason: "{\(listName)} is a wildcard, any words at all, which a closed grammar cannot decode")
        }
        mentions.append(Mention(slot: slot, listName: listName, list: list))
      }
    }
  }
}
