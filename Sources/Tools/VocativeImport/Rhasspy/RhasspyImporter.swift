import VocativeUnderstanding

/// Converts Rhasspy's and voice2json's sentences to phrases.
struct RhasspyImporter {
  typealias Failure = RhasspyExpressionParser.Failure

  private let sentences: RhasspySentences
  private let slots: RhasspySlots
  private(set) var assistant: ImportedAssistant
  private(set) var notes: ImportNotes
  /// Rules that have already been written, by intent and name.
  private var writtenRules: [[String]: String] = [:]
  private var rulesInUse: [[String]] = []
  private var slotsInUse: [[String]] = []
  private var location = Grammar.Location(file: "", line: 1)
  private var intent = ""

  private static let maxRuleDepth = 16

  init(sentences: RhasspySentences, slots: RhasspySlots, into assistant: ImportedAssistant, notes: ImportNotes) {
    (self.sentences, self.slots, self.assistant, self.notes) = (sentences, slots, assistant, notes)
  }

  /// Adds every usable sentence and notes the rest.
  mutating func run() {
    notes.append(sentences.notes)
    for section in sentences.sections {
      for sentence in section.sentences {
        intent = section.name
        location = sentence.location
        (rulesInUse, slotsInUse) = ([], [])
        do throws(Failure) {
          let text = try template(of: try RhasspyExpressionParser.expression(sentence.text))
          do throws(TemplateError) {
            _ = try Template(text)
          } catch {
            throw Failure(reason: "\(error)")
          }
          assistant.add(.init(text: text, location: location), to: section.name)
        } catch {
          notes.leaveOut(location, "\"\(sentence.text)\" of \(section.name): \(error.reason)")
        }
      }
    }
  }

  // MARK: Templates

  private mutating func template(of expression: RhasspyExpression) throws(Failure) -> String {
    switch expression {
    case .words(let words): return words.escapedForTemplate
    case .sequence(let parts): return try templates(of: parts).filter { !$0.isEmpty }.joined(separator: " ")
    case .alternatives(let parts): return "(\(try templates(of: parts).joined(separator: "|")))"
    case .optional(let part): return "[\(try template(of: part))]"
    case .rule(let other, let name): return "<\(try rule(name, of: other ?? intent))>"
    case .slot(let name, let arguments):
      let text = try template(of: try openSlot(name, arguments))
      closeSlot()
      return text
    case .range(let from, let through, let step):
      // A number without a tag is only words.
      let numbers = try RhasspyValues.numbers(from: from, through: through, step: step).map(String.init).joined(separator: "|")
      return "<\(assistant.addRule("numbers_\(from)_\(through)".replacing("-", with: "minus"), "(\(numbers))"))>"
    case .substituted(let part, let emitted):
      if part != .words("") || !emitted.isEmpty {
        notes.count(
          location, .changed,
          "a substitution outside a tag only changes the text that Rhasspy passes on; only its spoken words are imported")
      }
      return try template(of: part)
    case .converted(let part, _):
      notes.count(
        location, .changed,
        "a converter outside a tag only changes the text that Rhasspy passes on; only its spoken words are imported")
      return try template(of: part)
    case .tagged(let part, let tag): return try slot(tag, over: part)
    }
  }

  private mutating func templates(of parts: [RhasspyExpression]) throws(Failure) -> [String] {
    var texts: [String] = []
    for part in parts { texts.append(try template(of: part)) }
    return texts
  }

  /// Returns the name of a rule in the intents file, where rules are shared by all intents.
  private mutating func rule(_ name: String, of owner: String) throws(Failure) -> String {
    let key = [owner, name]
    if let written = writtenRules[key] { return written }
    let text = try template(of: try open(name, of: owner))
    close()
    let written = assistant.addRule("\(owner)_\(name)".asName, text)
    writtenRules[key] = written
    return written
  }

  /// Enters the body of a rule, which resolves other rules in its own intent; `close` leaves it.
  private mutating func open(_ name: String, of owner: String) throws(Failure) -> RhasspyExpression {
    guard let rule = sentences.rule(name, of: owner) else {
      throw Failure(reason: "the rule <\(name)> is not defined in [\(owner)]")
    }
    guard !rulesInUse.contains(where: { $0.prefix(2) == [owner, name] }) else {
      throw Failure(reason: "the rule <\(name)> refers to itself")
    }
    guard rulesInUse.count < Self.maxRuleDepth else {
      throw Failure(reason: "the rule <\(name)> is nested more than \(Self.maxRuleDepth) levels deep")
    }
    rulesInUse.append([owner, name, intent])
    intent = owner
    return try RhasspyExpressionParser.expression(rule.text)
  }

  private mutating func close() {
    if let last = rulesInUse.popLast() { intent = last[2] }
  }

  /// Enters the values of a slot, which may refer to other slots; `closeSlot` leaves it.
  private mutating func openSlot(_ name: String, _ arguments: [String]) throws(Failure) -> RhasspyExpression {
    let slot = [name] + arguments
    guard !slotsInUse.contains(slot) else {
      throw Failure(reason: "the slot $\(slot.joined(separator: ",")) refers to itself")
    }
    guard slotsInUse.count < Self.maxRuleDepth else {
      throw Failure(reason: "the slot $\(slot.joined(separator: ",")) is nested more than \(Self.maxRuleDepth) levels deep")
    }
    slotsInUse.append(slot)
    return try slots.expression(name, arguments)
  }

  private mutating func closeSlot() { _ = slotsInUse.popLast() }

  // MARK: Tags

  /// Returns a slot for a tag, with a list of its part's values.
  private mutating func slot(_ tag: RhasspyExpression.Tag, over part: RhasspyExpression) throws(Failure) -> String {
    for converter in tag.converters where !RhasspyValues.converters.contains(converter) {
      notes.count(location, .changed, "the converter !\(converter) is a program; the value of {\(tag.name)} is its spoken words")
    }
    if let value = tag.value {
      let list = assistant.addList(
        "\(tag.name)_\(value)".asName,
        [.init(identifier: RhasspyValues.converted(value, by: tag.converters), spoken: [try template(of: part)])])
      return "{\(list):\(tag.name)}"
    }
    var part = part.unwrapped
    if case .slot(let name, let arguments) = part {
      part = try openSlot(name, arguments)
      defer { closeSlot() }
      guard case .range = part else { return try list(of: part, named: name.asName, for: tag) }
    }
    if case .range(let from, let through, let step) = part, tag.converters.allSatisfy({ $0 == "int" }) {
      return "{\(from)..\(through)\(step == 1 ? "" : ",\(step)"):\(tag.name)}"
    }
    return try list(of: part, named: "\(intent)_\(tag.name)".asName, for: tag)
  }

  private mutating func list(
    of part: RhasspyExpression, named name: String, for tag: RhasspyExpression.Tag
  ) throws(Failure) -> String {
    var values: [ImportedAssistant.Value] = []
    var indices: [String: Int] = [:]
    // Without its words, an optional part leaves the slot out.
    var isOptional = false
    for value in try expansions(of: part) {
      let identifier = RhasspyValues.converted(value.emitted.trimmed, by: tag.converters)
      let heard = value.heard.trimmed.escapedForTemplate
      let isSayable = heard.isEmpty || !SpokenText.words(of: heard).isEmpty
      guard !identifier.isEmpty, isSayable else {
        if heard.isEmpty {
          isOptional = true
        } else {
          notes.leaveOut(
            location, "\"\(heard)\" of {\(tag.name)}, \(isSayable ? "whose value would be empty" : "which cannot be said")")
        }
        continue
      }
      values.add(heard, for: identifier, indices: &indices)
    }
    guard !values.isEmpty else { throw Failure(reason: "{\(tag.name)} has no values") }
    let list = assistant.addList(name, values)
    let slot = list == tag.name ? "{\(list)}" : "{\(list):\(tag.name)}"
    return isOptional ? "[\(slot)]" : slot
  }

  /// Returns every spoken form of a part with the text it produces.
  private mutating func expansions(of expression: RhasspyExpression) throws(Failure) -> [RhasspyValues.Pair] {
    switch expression {
    case .words(let words): return [.init(heard: words, emitted: words)]
    case .sequence(let parts):
      var pairs = [RhasspyValues.Pair(heard: "", emitted: "")]
      for part in parts { pairs = try RhasspyValues.product(pairs, try expansions(of: part)) }
      return pairs
    case .alternatives(let parts):
      var pairs: [RhasspyValues.Pair] = []
      for part in parts { pairs = try RhasspyValues.checked(pairs + (try expansions(of: part))) }
      return pairs
    case .optional(let part): return (try expansions(of: part)) + [.init(heard: "", emitted: "")]
    case .rule(let other, let name):
      let body = try open(name, of: other ?? intent)
      let pairs = try expansions(of: body)
      close()
      return pairs
    case .slot(let name, let arguments):
      let pairs = try expansions(of: try openSlot(name, arguments))
      closeSlot()
      return pairs
    case .range(let from, let through, let step):
      return try RhasspyValues.numbers(from: from, through: through, step: step).map {
        .init(heard: String($0), emitted: String($0))
      }
    case .substituted(let part, let emitted): return (try expansions(of: part)).map { .init(heard: $0.heard, emitted: emitted) }
    case .converted(let part, let converters):
      return (try expansions(of: part)).map {
        .init(heard: $0.heard, emitted: RhasspyValues.converted($0.emitted, by: converters))
      }
    case .tagged(_, let tag):
      throw Failure(reason: "the tag {\(tag.name)} is nested in another tag, which intents files do not support")
    }
  }
}
