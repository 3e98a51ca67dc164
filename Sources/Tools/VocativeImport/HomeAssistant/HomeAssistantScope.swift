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

  private(set) var rules: [String: ImportedText]
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
    var visited: Set<String> = []
    try collect(text, inside: [], visited: &visited, into: &mentions)
    return mentions
  }

  /// Returns a sentence without the forms that have some slots, with the scope of its rules; nil if every form has one.
  func omitting(
    _ isOmitted: @escaping (_ list: String, _ slot: String) -> Bool, from text: String
  ) -> (text: String, scope: HomeAssistantScope)? {
    var omission = TemplateOmission(rules: rules) { reference in
      if case .slot(let list, let name) = reference { isOmitted(list, name) } else { false }
    }
    guard let text = omission.text(text) else { return nil }
    var scope = self
    scope.rules = omission.rules
    return (text, scope)
  }

  /// Collects the slots of a text and its rules; each rule counts once, because rules may refer to others many times.
  private func collect(
    _ text: String, inside outer: [String], visited: inout Set<String>, into mentions: inout [Mention]
  ) throws(Obstacle) {
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
        guard visited.insert(name).inserted else { continue }
        try collect(rule.text, inside: outer + [name], visited: &visited, into: &mentions)
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
