import VocativeIntentsFile
import VocativeUnderstanding
import Yams

/// Reads and combines files of Home Assistant sentences, which are YAML, or JSON in its packages.
struct HomeAssistantSentenceReader {
  private(set) var sentences = HomeAssistantSentences()
  private(set) var faults: [IntentsFileError.Fault] = []
  var notes = ImportNotes()
  private var file = ""
  private var sentenceCount = 0

  /// The maximum number of sentences in all files together.
  private static let maxSentences = 10_000
  private static let maxRangeCount = 2_000
  private static let topKeys = ["language", "intents", "lists", "expansion_rules", "skip_words", "responses", "settings"]

  /// Whether a file's root has the form of sentences.
  static func recognizes(_ root: Node) -> Bool {
    guard let mapping = root.mapping else { return false }
    return ["intents", "lists", "expansion_rules", "responses", "skip_words"].contains { mapping[Node($0)] != nil }
  }

  /// Adds the contents of a file.
  mutating func read(_ root: Node, file: String) {
    self.file = file
    for (key, node) in pairs(root, what: "the file") {
      switch key {
      case "language":
        if node.string?.hasPrefix("en") != true {
          fault(node, "only English (\"en\") is supported, because the acoustic model is English")
        }
      case "intents": for (name, intent) in pairs(node, what: key) { readIntent(name, intent) }
      case "lists":
        for (name, list) in pairs(node, what: key) {
          guard let new = self.list(list, named: name) else { continue }
          // A list that occurs in several files has the values of all of them.
          if case .values(let more) = new, let known = sentences.lists[name]?.listed {
            sentences.lists[name] = .values(known + more)
          } else {
            sentences.lists[name] = new
          }
        }
      case "expansion_rules": sentences.rules.merge(rules(node)) { _, new in new }
      case "skip_words": sentences.skipWords += strings(node)
      case "responses":
        for (section, node) in pairs(node, what: key) where section == "intents" {
          for (intent, node) in pairs(node, what: section) {
            for (key, response) in pairs(node, what: intent) {
              guard let text = response.string else { continue }
              sentences.responses[intent, default: [:]][key] = .init(text: text, location: location(response))
            }
          }
        }
      case "settings":
        notes.change(location(node), "\"settings\" controls Home Assistant's text matching and is ignored")
      default:
        notes.leaveOut(location(node), "unknown key \"\(key)\"; the keys are: \(Self.topKeys.joined(separator: ", "))")
      }
    }
  }

  // MARK: Intents

  private mutating func readIntent(_ name: String, _ node: Node) {
    for (key, value) in pairs(node, what: "the intent \(name)") {
      guard key == "data" else {
        notes.change(location(value), "\"\(key)\" of the intent \(name) is ignored")
        continue
      }
      guard let blocks = value.sequence else {
        fault(value, "\"data\" of the intent \(name) must be a list of blocks with \"sentences\"")
        continue
      }
      for block in blocks { readBlock(block, of: name) }
    }
  }

  private mutating func readBlock(_ node: Node, of intent: String) {
    var block = HomeAssistantSentences.Block(intent: intent, location: location(node))
    for (key, value) in pairs(node, what: "a block of the intent \(intent)") {
      switch key {
      case "sentences":
        block.sentences = (value.sequence.map(Array.init) ?? [value]).compactMap { sentence in
          sentence.string.map { .init(text: $0, location: location(sentence)) }
        }
      case "slots":
        for (slot, node) in pairs(value, what: key) {
          if node.sequence != nil {
            notes.change(location(node), "the slot \(slot) has several values, which are combined into one text with commas")
          }
          block.slots.append((slot, (node.sequence.map(Array.init) ?? [node]).compactMap(\.string).joined(separator: ",")))
        }
      case "requires_context": block.requires = HomeAssistantContext(value)
      case "excludes_context": block.excludes = HomeAssistantContext(value)
      case "response": block.response = value.string ?? block.response
      case "expansion_rules": block.rules = rules(value)
      case "lists":
        for (name, list) in pairs(value, what: key) { block.lists[name] = self.list(list, named: name) }
      default:
        notes.count(location(value), .changed, "\"\(key)\" of a block of sentences does not affect recognition and is ignored")
      }
    }
    sentenceCount += block.sentences.count
    guard sentenceCount <= Self.maxSentences else {
      fault(node, "the files have more than \(Self.maxSentences) sentences; import fewer files")
      return
    }
    sentences.blocks.append(block)
  }

  // MARK: Lists and rules

  private mutating func list(_ node: Node, named name: String) -> HomeAssistantList? {
    let mapping = node.mapping
    if mapping?["wildcard"]?.bool == true { return .wildcard }
    if let range = mapping?["range"] { return self.range(range, named: name).map(HomeAssistantList.range) }
    guard let values = mapping?["values"]?.sequence else {
      fault(node, "the list \"\(name)\" needs \"values\", a \"range\" or \"wildcard\"")
      return nil
    }
    return .values(values.compactMap { value(of: $0, list: name) })
  }

  private mutating func value(of node: Node, list: String) -> HomeAssistantList.Value? {
    if let text = node.string {
      return isSayable(text, node, list: list) ? .init(spoken: text, identifier: text, location: location(node)) : nil
    }
    guard let spoken = node.mapping?["in"]?.string else {
      fault(node, "a value of the list \"\(list)\" has no \"in\"")
      return nil
    }
    var context: [String: String] = [:]
    for (key, value) in pairs(node, what: "a value") {
      switch key {
      case "in", "out": break
      case "context": for (name, node) in pairs(value, what: key) { context[name] = node.string }
      default:
        notes.count(
          location(value), .changed, "\"\(key)\" of a value of the list \"\(list)\" does not affect recognition and is ignored")
      }
    }
    guard isSayable(spoken, node, list: list) else { return nil }
    return .init(
      spoken: spoken, identifier: node.mapping?["out"]?.string ?? spoken, context: context, location: location(node))
  }

  /// Whether a value is a template with only words; otherwise, this is noted.
  private mutating func isSayable(_ text: String, _ node: Node, list: String) -> Bool {
    do throws(TemplateError) {
      let template = try Template(text)
      guard template.slots.isEmpty, template.rules.isEmpty, template != .sequence([]) else {
        notes.leaveOut(
          location(node), "\"\(text)\" of the list \"\(list)\": a value must have words, without slots or rules")
        return false
      }
      return true
    } catch {
      notes.leaveOut(location(node), "\"\(text)\" of the list \"\(list)\": \(error)")
      return false
    }
  }

  private mutating func range(_ node: Node, named name: String) -> HomeAssistantList.Range? {
    guard let from = node.mapping?["from"]?.int, let through = node.mapping?["to"]?.int, from <= through,
      case let step = node.mapping?["step"].map({ $0.int ?? 0 }) ?? 1, step > 0
    else {
      fault(node, "the range of the list \"\(name)\" needs whole numbers: \"from\", a larger \"to\", and a \"step\" of 1 or more")
      return nil
    }
    let fractions = ["halves": [5], "tenths": Array(1...9)][node.mapping?["fractions"]?.string ?? ""] ?? []
    let (span, overflows) = through.subtractingReportingOverflow(from)
    guard !overflows, span / step < 10_000,
      fractions.isEmpty && node.mapping?["multiplier"] == nil || span / step * (fractions.count + 1) < Self.maxRangeCount
    else {
      fault(node, "the range of the list \"\(name)\" has too many numbers: at most 10,000, or \(Self.maxRangeCount) written out")
      return nil
    }
    return .init(
      from: from, through: through, step: step, fractions: fractions, multiplier: node.mapping?["multiplier"]?.float)
  }

  private mutating func rules(_ node: Node) -> [String: ImportedText] {
    var rules: [String: ImportedText] = [:]
    for (name, body) in pairs(node, what: "expansion_rules") {
      guard let text = body.string else {
        fault(body, "the rule \"\(name)\" must be a string")
        continue
      }
      rules[name] = .init(text: text, location: location(body))
    }
    return rules
  }

  // MARK: YAML

  private func strings(_ node: Node) -> [String] { (node.sequence.map(Array.init) ?? [node]).compactMap(\.string) }

  private mutating func pairs(_ node: Node, what: String) -> [(key: String, value: Node)] {
    guard let mapping = node.mapping else {
      if node.null == nil { fault(node, "\(what) must be a YAML mapping: one \"name: …\" on each line") }
      return []
    }
    return mapping.map { ($0.key.string ?? "", $0.value) }
  }

  private func location(_ node: Node) -> Grammar.Location { .init(file: file, line: node.mark?.line ?? 1) }

  private mutating func fault(_ node: Node, _ reason: String) {
    faults.append(.init(location: location(node), reason: reason))
  }
}
