import VocativeUnderstanding
import Yams

/// Turns the YAML of an intents file into an assistant, collecting every fault on the way.
struct IntentsFileReader {
  private let file: String
  private var faults: [IntentsFileError.Fault] = []

  init(file: String) {
    self.file = file
  }

  mutating func assistant(from root: Node, name: String) throws(IntentsFileError) -> Assistant {
    let top = entries(of: root, allowed: ["language", "wake", "intents", "lists", "rules"], what: "the file")
    if let language = top["language"], language.string?.hasPrefix("en") != true {
      fault(language, "only English (\"en\") is understood; the acoustic model knows no other language")
    }
    let wake = top["wake"].map { strings($0, what: "wake") } ?? []
    let rules = pairs(of: top["rules"], what: "rules").reduce(into: [String: Template]()) { rules, rule in
      rules[rule.key] = template(rule.value)
    }
    let lists = pairs(of: top["lists"], what: "lists").reduce(into: [String: [ListedValue]]()) { lists, list in
      lists[list.key] = values(of: list.value, list: list.key)
    }
    var intents: [IntentDefinition] = []
    if let declared = top["intents"] {
      for (name, node) in pairs(of: declared, what: "intents") {
        if let intent = intent(name, node, lists: lists, rules: rules) { intents.append(intent) }
      }
      if intents.isEmpty, faults.isEmpty { fault(declared, "no intents are declared") }
    } else {
      fault(root, "\"intents:\" is missing")
    }
    guard faults.isEmpty else {
      throw IntentsFileError(code: .invalid, faults: faults.sorted { $0.location.line < $1.location.line })
    }
    return Assistant(
      name: name, wakePhrases: wake, intents: intents, rules: rules, dependencies: Dependencies(),
      location: location(top["wake"] ?? root))
  }

  // MARK: Lists

  private mutating func values(of node: Node, list: String) -> [ListedValue] {
    guard case .sequence(let sequence) = node else {
      fault(node, "the list \"\(list)\" must be a YAML sequence: one \"- value\" a line")
      return []
    }
    if sequence.isEmpty { fault(node, "the list \"\(list)\" is empty") }
    var seen: Set<String> = []
    return sequence.compactMap { item in
      guard let value = listedValue(item, list: list) else { return nil }
      if !seen.insert(value.value.identifier).inserted {
        fault(item, "\"\(value.value.identifier)\" stands twice in the list \"\(list)\"")
      }
      return value
    }
  }

  private mutating func listedValue(_ node: Node, list: String) -> ListedValue? {
    if case .scalar(let scalar) = node {
      guard let template = template(node) else { return nil }
      if template == .sequence([]) {
        fault(node, "\"\(scalar.string)\" in the list \"\(list)\" has no word that can be said")
      }
      return ListedValue(
        value: Grammar.Value(identifier: scalar.string, spoken: [template], location: location(node)), display: scalar.string)
    }
    let entries = entries(of: node, allowed: ["id", "spoken", "pronunciation"], what: "a value of the list \"\(list)\"")
    guard let identifier = entries["id"]?.string else {
      fault(node, "a value of the list \"\(list)\" has no \"id\"")
      return nil
    }
    let spokenNodes = entries["spoken"].map { Array($0.sequence ?? [$0]) } ?? []
    let spoken = spokenNodes.compactMap { template($0) }
    var pronunciations: [String: [String]] = [:]
    for (phrase, phones) in pairs(of: entries["pronunciation"], what: "pronunciation") {
      let words = SpokenText.words(of: phrase).joined(separator: " ")
      pronunciations[words] = (phones.string ?? "").split(separator: " ").map { $0.uppercased() }
      if pronunciations[words]?.isEmpty != false { fault(phones, "\"\(phrase)\" has no phones; write them as in \"B IH G\"") }
    }
    return ListedValue(
      value: Grammar.Value(
        identifier: identifier, spoken: spoken.isEmpty ? [.literal(identifier)] : spoken, pronunciations: pronunciations,
        location: location(node)),
      display: spokenNodes.first?.string ?? identifier)
  }

  // MARK: Intents

  private mutating func intent(
    _ name: String, _ node: Node, lists: [String: [ListedValue]], rules: [String: Template]
  ) -> IntentDefinition? {
    let allowed = ["title", "phrases", "parameters", "response", "handler", "confirm"]
    let entries = entries(of: node, allowed: allowed, what: "the intent \(name)")
    for unsupported in ["handler", "confirm"] {
      if let node = entries[unsupported] {
        fault(node, "\"\(unsupported)\" is not supported yet; \(name) can have a \"response\"")
      }
    }
    var phrases: [Grammar.Phrase] = []
    for phrase in entries["phrases"].map({ Array($0.sequence ?? [$0]) }) ?? [] {
      guard let text = phrase.string, let template = template(phrase) else { continue }
      phrases.append(Grammar.Phrase(intent: name, template: template, text: text, location: location(phrase)))
    }
    if phrases.isEmpty, faults.isEmpty { fault(node, "the intent \(name) has no \"phrases\"") }

    let parameters = parameters(of: name, entries["parameters"], phrases: phrases, lists: lists, rules: rules)
    var response: ResponseTemplate?
    if let node = entries["response"] {
      do throws(ResponseTemplateError) {
        response = try ResponseTemplate(node.string ?? "", parameters: parameters.map(\.name))
      } catch {
        fault(node, "\(error.reason) (in the response of \(name))")
      }
    } else if entries["handler"] == nil {
      fault(node, "the intent \(name) has no \"response\"")
    }
    guard let response else { return nil }
    return IntentDefinition(
      name: name, title: entries["title"]?.string ?? name, phrases: phrases, parameters: parameters,
      makeHandling: { FileIntentHandling(parameters: parameters, response: response, confirmation: nil) })
  }

  /// Parameters as declared, then those that phrases mention without a declaration.
  private mutating func parameters(
    of intent: String, _ node: Node?, phrases: [Grammar.Phrase], lists: [String: [ListedValue]], rules: [String: Template]
  ) -> [ParameterDefinition] {
    var parameters: [ParameterDefinition] = []
    let mentioned = mentionedSlots(in: phrases, rules: rules)
    for (name, node) in pairs(of: node, what: "parameters") {
      let entries = entries(of: node, allowed: ["list", "required", "prompt", "title"], what: "the parameter \(name)")
      let list = entries["list"]?.string ?? mentioned.first { $0.name == name }?.list ?? name
      let isNumber = mentioned.contains { $0.name == name && $0.isNumber }
      if lists[list] == nil, !isNumber {
        let known = lists.keys.sorted().joined(separator: ", ")
        fault(node, "the parameter \(name) of \(intent) needs a list; \"\(list)\" is none of: \(known)")
      }
      if let required = entries["required"], required.bool == nil { fault(required, "\"required\" is true or false") }
      parameters.append(parameter(name, entries: entries, list: list, lists: lists))
      if !mentioned.contains(where: { $0.name == name }), entries["prompt"] == nil {
        fault(node, "no phrase of \(intent) mentions {\(name)} and it has no \"prompt\": it could never be filled")
      }
    }
    for slot in mentioned where !parameters.contains(where: { $0.name == slot.name }) {
      let list = slot.list ?? slot.name
      if lists[list] == nil, !slot.isNumber, let phrase = slot.phrase, let place = phrase.location {
        let known = lists.keys.sorted().joined(separator: ", ")
        let choices = known.isEmpty ? "no lists are defined" : "the lists are: \(known)"
        let reason = "{\(slot.name)} in \"\(phrase.text)\" is neither a parameter of \(intent) nor a list; \(choices)"
        faults.append(.init(location: place, reason: reason))
      }
      parameters.append(parameter(slot.name, entries: [:], list: list, lists: lists))
    }
    return parameters
  }

  private func parameter(
    _ name: String, entries: [String: Node], list: String, lists: [String: [ListedValue]]
  ) -> ParameterDefinition {
    let values = lists[list]
    let spoken = Dictionary(
      (values ?? []).map { ($0.value.identifier, $0.spokenValue) }, uniquingKeysWith: { first, _ in first })
    return ParameterDefinition(
      name: name, title: entries["title"]?.string ?? name, list: list, isRequired: entries["required"]?.bool ?? false,
      prompt: entries["prompt"]?.string, values: values.map { values in { @Sendable in values } },
      matching: { name in
        let words = SpokenText.words(of: name)
        return (values ?? []).filter { $0.isCalled(words) }.map(\.spokenValue)
      },
      suggestions: { (values ?? []).map(\.spokenValue) },
      // A number that a phrase spells out is its own name.
      value: { values == nil ? SpokenValue(identifier: $0, display: $0, names: [$0]) : spoken[$0] })
  }

  private struct MentionedSlot {
    let name: String
    let list: String?
    let isNumber: Bool
    let phrase: Grammar.Phrase?
  }

  private func mentionedSlots(in phrases: [Grammar.Phrase], rules: [String: Template]) -> [MentionedSlot] {
    var found: [MentionedSlot] = []
    func visit(_ template: Template, in phrase: Grammar.Phrase, through visited: Set<String>) {
      switch template {
      case .word: break
      case .slot(let name, let list): add(name, list, isNumber: false, phrase)
      case .range(_, let slot): add(slot, nil, isNumber: true, phrase)
      case .optional(let part): visit(part, in: phrase, through: visited)
      case .sequence(let parts), .alternatives(let parts), .permutation(let parts):
        for part in parts { visit(part, in: phrase, through: visited) }
      case .rule(let name):
        if !visited.contains(name), let rule = rules[name] { visit(rule, in: phrase, through: visited.union([name])) }
      }
    }
    func add(_ name: String, _ list: String?, isNumber: Bool, _ phrase: Grammar.Phrase) {
      if !found.contains(where: { $0.name == name }) {
        found.append(MentionedSlot(name: name, list: list, isNumber: isNumber, phrase: phrase))
      }
    }
    for phrase in phrases { visit(phrase.template, in: phrase, through: []) }
    return found
  }

  // MARK: YAML

  private mutating func template(_ node: Node) -> Template? {
    guard let text = node.string else {
      fault(node, "a text was expected here")
      return nil
    }
    do throws(TemplateError) {
      return try Template(text)
    } catch {
      fault(node, "\(error) in \"\(text)\"")
      return nil
    }
  }

  private mutating func strings(_ node: Node, what: String) -> [String] {
    if let text = node.string { return text.isEmpty ? [] : [text] }
    guard case .sequence(let sequence) = node else {
      fault(node, "\"\(what)\" must be a list of texts")
      return []
    }
    return sequence.compactMap(\.string)
  }

  private mutating func pairs(of node: Node?, what: String) -> [(key: String, value: Node)] {
    guard let node else { return [] }
    guard case .mapping(let mapping) = node else {
      // A section with nothing in it is a null.
      if node.null == nil { fault(node, "\"\(what)\" must be a YAML mapping: one \"name: …\" a line") }
      return []
    }
    return mapping.map { ($0.key.string ?? "", $0.value) }
  }

  private mutating func entries(of node: Node, allowed: [String], what: String) -> [String: Node] {
    var entries: [String: Node] = [:]
    for (key, value) in pairs(of: node, what: what) {
      guard allowed.contains(key) else {
        fault(value, "\(what) has no key \"\(key)\"; the keys are: \(allowed.joined(separator: ", "))")
        continue
      }
      entries[key] = value
    }
    return entries
  }

  private func location(_ node: Node) -> Grammar.Location { .init(file: file, line: node.mark?.line ?? 1) }

  private mutating func fault(_ node: Node, _ reason: String) {
    faults.append(.init(location: location(node), reason: reason))
  }
}
