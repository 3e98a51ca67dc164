import VocativeIntents
import VocativeMemory
import VocativeUnderstanding
import Yams

/// Reads the YAML of an intents file and collects all faults.
struct IntentsFileReader {
  let file: String
  /// The settings of the computer for handlers.
  let handlers: HandlerSettings
  /// Whether an app declares the intents, and performs them.
  var isApp = false
  var faults: [IntentsFileError.Fault] = []
  /// The parts that work, but hardly as their author means it.
  var warnings: [IntentsFileError.Fault] = []
  /// The declarations read so far.
  var lists: [IntentsFileContents.List] = []
  var rules: [String: Template] = [:]
  /// A slot of each rule that has one.
  var ruleSlots: [String: String] = [:]
  /// The places of all rules, also of those that cannot be read.
  var rulePlaces: [String: Grammar.Location] = [:]
  var features: [IntentsFileContents.Feature] = []
  /// The activities that intents name, with their parameters, which are nil if they are not known, and whether only the owner may
  /// know the values of these.
  var activityMentions: [(node: Node, type: String, parameters: [String]?, isPrivate: Bool)] = []
  /// Counts toward the limits of a file.
  var phraseCount = 0
  var mentionCount = 0
  private var valueCount = 0

  /// The maximum number of phrases of a file; a practical assistant has dozens.
  static let maxPhrases = 10_000
  private static let maxValues = 20_000

  init(file: String, handlers: HandlerSettings) {
    self.file = file
    self.handlers = handlers
  }

  mutating func contents(from root: Node, name: String) throws(IntentsFileError) -> IntentsFileContents {
    var keys = [
      "language", "wake", "spoken", "shortcuts", "ambiguity", "intents", "lists", "rules", "pronunciations",
    ]
    if !isApp { keys += ["features", "activities"] }
    let hints = isApp ? [:] : ["command": "if it is an app, rename it to NAME.app.yaml"]
    let top = entries(of: root, allowed: keys, what: isApp ? "the hello" : "the file", hints: hints)
    if let language = top["language"], language.string?.hasPrefix("en") != true {
      fault(language, "only English (\"en\") is supported, because the acoustic model is English")
    }
    let wake = wakePhrases(top["wake"])
    let spoken = spokenNames(top["spoken"])
    var ruleTexts: [String: String] = [:]
    let ruleNodes = pairs(of: top["rules"], what: "rules")
    for (name, node) in ruleNodes {
      (rules[name], rulePlaces[name]) = (template(node), location(node))
      ruleTexts[name] = node.string
    }
    ruleSlots = RuleSlots.first(in: rules)
    for cycle in RuleCycles.cycles(in: rules, order: ruleNodes.map(\.key)) {
      guard let name = cycle.first, let node = ruleNodes.first(where: { $0.key == name })?.value else { continue }
      fault(node, "the rule <\(name)> refers to itself: \(cycle.joined(separator: " → ")); write out one of the references")
    }
    for (name, node) in pairs(of: top["lists"], what: "lists") {
      lists.append(list(name, node))
    }
    let pronunciations = wordPronunciations(top["pronunciations"])
    features = features(top["features"])
    var intents: [IntentsFileContents.Intent] = []
    if let declared = top["intents"] {
      for (name, node) in pairs(of: declared, what: "intents") {
        if let intent = intent(name, node) { intents.append(intent) }
      }
      if intents.isEmpty, faults.isEmpty { fault(declared, "no intents are declared") }
    } else {
      fault(root, "\"intents:\" is missing")
    }
    let activities = activities(top["activities"])
    let hasShortcuts = flag(top["shortcuts"], what: "shortcuts", default: false)
    if hasShortcuts, let node = top["shortcuts"] {
      let added = Set(ShortcutIntents.intents.map(\.name))
      for intent in intents where added.contains(intent.name) {
        fault(node, "\"shortcuts\" adds an intent \(intent.name), which the file has too; rename that of the file")
      }
    }
    let ambiguity = top["ambiguity"]
    if let ambiguity, !["first", "refused"].contains(ambiguity.string ?? "") {
      fault(
        ambiguity, "\"ambiguity\" must be \"refused\" or \"first\", which selects the first of two intents that share a sentence")
    }
    guard faults.isEmpty else {
      throw IntentsFileError(code: .invalid, faults: faults.sorted { $0.location.line < $1.location.line })
    }
    var contents = IntentsFileContents(
      name: name, wakePhrases: wake.map(\.text),
      wakeScopes: Dictionary(
        wake.compactMap { phrase in phrase.assistants.map { (phrase.text, $0) } }, uniquingKeysWith: { first, _ in first }),
      spokenNames: spoken, intents: intents, lists: lists, rules: rules, ruleTexts: ruleTexts,
      hasShortcutIntents: hasShortcuts, pronunciations: pronunciations,
      ambiguity: ambiguity?.string == "first" ? .first : .refused, location: location(top["wake"] ?? root))
    (contents.features, contents.activities, contents.doubts) = (features, activities, warnings)
    contents.pronunciationPlaces = places(ofWordsIn: top["pronunciations"])
    return contents
  }

  // MARK: Lists

  mutating func values(of node: Node, list: String) -> [IntentsFileContents.List.Value] {
    guard case .sequence(let sequence) = node else {
      fault(node, "the list \"\(list)\" must be a YAML sequence: one \"- value\" per line")
      return []
    }
    if sequence.isEmpty, !isApp { fault(node, "the list \"\(list)\" is empty") }
    var seen: Set<String> = []
    return sequence.compactMap { item in
      valueCount += 1
      if valueCount == Self.maxValues + 1 {
        fault(item, "the lists have more than \(Self.maxValues) values; remove values that are never said")
      }
      guard valueCount <= Self.maxValues else { return nil }
      guard let value = listedValue(item, list: list) else { return nil }
      if !seen.insert(value.value.identifier).inserted {
        fault(item, "\"\(value.value.identifier)\" appears twice in the list \"\(list)\"")
      }
      return value
    }
  }

  private mutating func listedValue(_ node: Node, list: String) -> IntentsFileContents.List.Value? {
    if case .scalar(let scalar) = node {
      guard let template = template(node) else { return nil }
      if template == .sequence([]) {
        fault(node, "\"\(scalar.string)\" in the list \"\(list)\" has no speakable word")
      }
      check(template, at: node, list: list)
      return .init(
        value: Grammar.Value(identifier: scalar.string, spoken: [template], location: location(node)),
        display: Self.name([(node, template)]) ?? scalar.string)
    }
    let keys = ["id", "spoken", "pronunciation"] + (isApp ? ["display"] : [])
    if case .mapping(let mapping) = node, mapping.keys.allSatisfy({ !keys.contains($0.string ?? "") }) {
      // A text that contains a colon.
      _ = text(node)
      return nil
    }
    guard case .mapping = node else {
      fault(
        node,
        "a value of the list \"\(list)\" must be a text or a mapping, as in { id: carter, spoken: [alex carter, alex] }")
      return nil
    }
    let entries = entries(of: node, allowed: keys, what: "a value of the list \"\(list)\"")
    guard let identifier = text(entries["id"]) else {
      fault(node, "a value of the list \"\(list)\" has no \"id\"")
      return nil
    }
    let spokenNodes = entries["spoken"].map { Array($0.sequence ?? [$0]) } ?? []
    let spoken = spokenNodes.compactMap { node in
      let template = template(node)
      if let template { check(template, at: node, list: list) }
      return template
    }
    let pronunciations = pronunciations(entries["pronunciation"], what: "pronunciation")
    return .init(
      value: Grammar.Value(
        identifier: identifier, spoken: spoken.isEmpty ? [.literal(identifier)] : spoken, pronunciations: pronunciations,
        location: location(node)),
      display: text(entries["display"]) ?? Self.name(Array(zip(spokenNodes, spoken))) ?? identifier)
  }

  /// Reports a spoken form whose words depend on another value, or on a rule that is not defined.
  private mutating func check(_ spoken: Template, at node: Node, list: String) {
    for rule in spoken.rules where rules[rule] == nil { faultUndefined(rule, at: location(node)) }
    let own = spoken.slots.first.map { "{\($0.name)}" }
    let ofRules = spoken.rules.compactMap { rule in ruleSlots[rule].map { "{\($0)} through the rule <\(rule)>" } }
    guard let slot = own ?? ofRules.first else { return }
    fault(
      node,
      "\"\(node.string ?? "")\" in the list \"\(list)\" has the slot \(slot), but only phrases have slots; write its words out")
  }

  /// Returns the name of a value in dialogs: its first spoken form as it is written, or a sentence of its first template; nil if
  /// it has no spoken words.
  private static func name(_ spoken: [(Node, Template)]) -> String? {
    spoken.first { _, template in template.plainWords?.isEmpty == false }?.0.string
      ?? spoken.compactMap { _, template in template.exampleWords }.first { !$0.isEmpty }?.joined(separator: " ")
  }
}
