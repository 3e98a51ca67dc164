import VocativeIntents
import VocativeUnderstanding
import Yams

extension IntentsFileReader {
  mutating func intent(_ name: String, _ node: Node) -> IntentsFileContents.Intent? {
    let allowed =
      ["title", "phrases", "parameters"]
      + (isApp ? ["confirm"] : ["response", "handler", "confirm", "feature", "relevant", "activity", "card"])
      + ["authentication", "prediction", "suggestedPhrase", "summary", "returns"]
    let before = faults.count
    let entries = entries(of: node, allowed: allowed, what: "the intent \(name)")
    let hasUnknownKeys = faults.count > before
    var phrases: [Grammar.Phrase] = []
    var areRead = true
    let phraseNodes = entries["phrases"].map { Array($0.sequence ?? [$0]) } ?? []
    for phrase in phraseNodes {
      phraseCount += 1
      if phraseCount == Self.maxPhrases + 1 {
        fault(phrase, "the file has more than \(Self.maxPhrases) phrases; use lists and rules for the parts they share")
      }
      guard phraseCount <= Self.maxPhrases else {
        areRead = false
        break
      }
      guard let text = text(phrase), let template = template(phrase) else {
        areRead = false
        continue
      }
      phrases.append(Grammar.Phrase(intent: name, template: template, text: text, location: location(phrase)))
    }
    if phraseNodes.isEmpty, !hasUnknownKeys, !isApp { fault(node, "the intent \(name) has no \"phrases\"") }

    let mentioned = mentionedSlots(in: phrases)
    let isComplete = areRead && mentioned.isComplete
    let parameters = parameters(of: name, entries["parameters"], mentioned: mentioned.slots, isComplete: isComplete)
    // A slot of a phrase or a rule that cannot be read would be unknown, which is not another fault.
    let names = isComplete ? parameters.map(\.name) : nil
    let handlerNode = entries["handler"].flatMap { $0.string == "none" || $0.null != nil ? nil : $0 }
    let delegationLimit = handlerNode.flatMap { self.delegationLimit($0, of: name) }
    let isPrivate = entries["authentication"]?.string == "required"
    let handler =
      delegationLimit == nil
      ? handlerNode.flatMap { self.handler($0, of: name, parameters: names, isPrivate: isPrivate) } : nil
    if entries["response"] == nil, handlerNode == nil, !isApp {
      fault(node, "the intent \(name) has no \"response\" and no \"handler\", so it has no answer")
    }
    let authentication = entries["authentication"]
    if let authentication, !["required", "none"].contains(authentication.string ?? "") {
      fault(authentication, "\"authentication\" must be \"required\" or \"none\"")
    }
    if let authentication, let handlerNode, delegationLimit != nil, authentication.string == "required" {
      fault(handlerNode, "\(name) is private, but every client of the broker can read a request to a skill")
    }
    if let confirm = entries["confirm"], confirm.bool != nil, !isApp {
      fault(confirm, "\"confirm\" is the question itself, as in \"Shall I?\"; without a question, leave it out")
    }
    // Only a handler can return values, also one that has a fault.
    let responseNames = handlerNode != nil && delegationLimit == nil ? nil : names
    let feature = feature(entries["feature"], of: name)
    var intent = IntentsFileContents.Intent(
      name: name, title: text(entries["title"]) ?? name, phrases: phrases, parameters: parameters,
      response: words(entries["response"], what: "response", of: name, parameters: responseNames),
      confirmation: isApp ? nil : words(entries["confirm"], what: "confirm", of: name, parameters: names), handler: handler,
      delegationLimit: delegationLimit,
      requiresAuthentication: authentication?.string == "required",
      isEligibleForPrediction: flag(entries["prediction"], what: "prediction", default: true),
      suggestedPhrase: plainText(entries["suggestedPhrase"], what: "the \"suggestedPhrase\" of \(name)"),
      isConfirmedByApp: isApp ? flag(entries["confirm"], what: "confirm", default: false) : false,
      summary: summary(entries["summary"], of: name, parameters: names), returns: resultType(entries["returns"]),
      location: location(node))
    intent.feature = feature
    intent.card = card(entries["card"], of: name, parameters: responseNames)
    intent.relevance = relevance(entries["relevant"], of: name, parameters: parameters, isComplete: isComplete)
    intent.activity = activityUse(entries["activity"], of: name, parameters: names, isPrivate: isPrivate)
    return intent
  }

  private mutating func feature(_ node: Node?, of intent: String) -> String? {
    guard let node, let name = text(node) else { return nil }
    if !features.contains(where: { $0.name == name }) {
      let known = features.map(\.name)
      fault(
        node,
        "\"\(name)\" of \(intent) is not one of the features; "
          + (known.isEmpty ? "there are none" : "they are: \(known.joined(separator: ", "))"))
    }
    return name
  }

  private mutating func summary(_ node: Node?, of intent: String, parameters: [String]?) -> SummaryTemplate? {
    guard let node, let text = text(node) else { return nil }
    let summary = SummaryTemplate(text)
    if let name = HandlerTemplate.doubledSlot(in: text) {
      fault(node, "{{\(name)}} has one pair of braces too many; write {\(name)}")
    }
    guard let parameters else { return summary }
    for name in summary.names where !parameters.contains(name) {
      let known = parameters.isEmpty ? "it has none" : "they are: \(parameters.joined(separator: ", "))"
      fault(node, "{\(name)} in the summary of \(intent) is not one of its parameters; \(known)")
    }
    return summary
  }

  private mutating func resultType(_ node: Node?) -> ResultType? {
    guard let node, let name = text(node) else { return nil }
    if lists.contains(where: { $0.name == name }) { return ResultType(name: name, isListed: true) }
    let types = FileParameterType.named.map(\.name)
    if !types.contains(name) {
      let lists = lists.map(\.name).sorted()
      fault(
        node,
        "\"returns\" must be a type or a list; the types are: \(types.joined(separator: ", "))"
          + (lists.isEmpty ? "" : "; the lists are: \(lists.joined(separator: ", "))"))
    }
    return ResultType(name: name, isListed: false)
  }

  /// - Parameter parameters: The names that the template can have; nil for any.
  mutating func words(_ node: Node?, what: String, of intent: String, parameters: [String]?) -> ResponseTemplate? {
    guard let node, let text = text(node) else { return nil }
    do throws(ResponseTemplateError) {
      return try ResponseTemplate(text, parameters: parameters)
    } catch {
      fault(node, "\(error.reason) (in the \(what) of \(intent))")
      return nil
    }
  }
}
