package import VocativeUnderstanding

/// An imported assistant in the structure of an intents file.
package struct ImportedAssistant: Sendable {
  /// A phrase of an intent.
  package struct Phrase: Sendable {
    /// The template, in the syntax of intents files.
    package var text: String
    /// The location in the source.
    package let location: Grammar.Location
  }

  /// The handler of an intent.
  package enum Handler: String, CaseIterable, Sendable {
    /// A skill that uses the Hermes protocol through a broker.
    case hermes
    /// The conversation agent of Home Assistant.
    case homeAssistant = "home-assistant"
  }

  /// An intent.
  package struct Intent: Sendable {
    /// The name in the source.
    package let name: String
    /// Its phrases, the preferred one first.
    package var phrases: [Phrase] = []
    /// Numeric parameters with their bounds; all others are filled from lists.
    package var numbers: [(name: String, range: ClosedRange<Int>)] = []
    /// Titles of parameters, for questions such as "Which device, the lamp or the fan?".
    package var titles: [(name: String, title: String)] = []
    /// The response, as a Mustache template.
    package var response = Self.plainResponse
    /// The handler, which also responds; nil if only the response is spoken.
    package var handler: Handler?

    /// The response if the source has no usable one.
    package static let plainResponse = "Done."
  }

  /// A value of a list.
  package struct Value: Equatable, Sendable {
    /// The slot's value.
    package let identifier: String
    /// Templates of the spoken forms; an empty template is a value that is not spoken.
    package var spoken: [String]
  }

  /// The wake phrases.
  package var wakePhrases: [String]
  /// The intents, in order of preference.
  package var intents: [Intent] = []
  /// The values of each list, by name.
  package var lists: [String: [Value]] = [:]
  /// The template of each rule, by name.
  package var rules: [String: String] = [:]
  /// Whether the first intent is used for a sentence that two intents share.
  package var isAmbiguous = false

  /// Creates an empty assistant.
  package init(wakePhrases: [String]) {
    self.wakePhrases = wakePhrases
  }

  /// Adds a phrase to an intent, which is created if it is new.
  mutating func add(_ phrase: Phrase, to intent: String) {
    let index = intents.firstIndex { $0.name == intent } ?? intents.endIndex
    if index == intents.endIndex { intents.append(Intent(name: intent)) }
    intents[index].phrases.append(phrase)
  }

  /// Sets an intent's handler, which also responds.
  mutating func setHandler(_ handler: Handler, of intent: String) {
    for index in intents.indices where intents[index].name == intent { intents[index].handler = handler }
  }

  /// Adds a rule and returns its name: the preferred one, or a similar one if that name has another template.
  mutating func addRule(_ name: String, _ text: String) -> String { Self.add(text, as: name, to: &rules) }

  /// Adds a list and returns its name: the preferred one, or a similar one if that name has other values.
  mutating func addList(_ name: String, _ values: [Value]) -> String { Self.add(values, as: name, to: &lists) }

  private static func add<Entry: Equatable>(_ entry: Entry, as name: String, to entries: inout [String: Entry]) -> String {
    var free = name
    var count = 1
    while let known = entries[free], known != entry {
      count += 1
      free = "\(name)_\(count)"
    }
    entries[free] = entry
    return free
  }
}

extension [ImportedAssistant.Value] {
  /// Adds a spoken form for a value, which is created if it is new.
  ///
  /// - Parameter indices: The index of each value, by identifier.
  mutating func add(_ spoken: String, for identifier: String, indices: inout [String: Int]) {
    guard let index = indices[identifier] else {
      indices[identifier] = endIndex
      append(.init(identifier: identifier, spoken: [spoken]))
      return
    }
    if !self[index].spoken.contains(spoken) { self[index].spoken.append(spoken) }
  }
}

extension ImportedAssistant.Intent {
  /// A slot that a template has.
  private struct Mention {
    let slot: String
    /// The list of its values; nil for numbers that are spelled out.
    var list: String?
    /// The numbers; nil for a list.
    var numbers: DecimalRange?
  }

  /// Returns every slot that its phrases refer to, directly or through rules.
  func mentionedSlots(rules: [String: String]) -> [String] {
    Self.mentions(in: phrases.map(\.text), rules: rules).map(\.slot)
  }

  /// Returns the lists that fill a slot to which its phrases also give numbers, although their values are not such numbers.
  func listsBesideNumbers(rules: [String: String], lists: [String: [ImportedAssistant.Value]]) -> Set<String> {
    let mentions = Self.mentions(in: phrases.map(\.text), rules: rules)
    let ranges = Dictionary(grouping: mentions) { $0.slot }.mapValues { $0.compactMap(\.numbers) }
    return Set(
      mentions.compactMap { mention in
        guard let ranges = ranges[mention.slot], !ranges.isEmpty, !numbers.contains(where: { $0.name == mention.slot }),
          let list = mention.list, let values = lists[list]
        else { return nil }
        let areNumbers = values.allSatisfy { value in
          guard Int(value.identifier) != nil, let number = DecimalNumber(value.identifier) else { return false }
          return ranges.contains { $0.contains(number) }
        }
        return areNumbers ? nil : list
      })
  }

  /// Returns the lists that templates refer to, directly or through rules.
  static func mentionedLists(in templates: [String], rules: [String: String]) -> Set<String> {
    Set(mentions(in: templates, rules: rules).compactMap(\.list))
  }

  /// Returns whether templates have a slot, directly or through rules.
  static func haveSlots(_ templates: [String], rules: [String: String]) -> Bool {
    !mentions(in: templates, rules: rules).isEmpty
  }

  private static func mentions(in templates: [String], rules: [String: String]) -> [Mention] {
    var mentions: [Mention] = []
    var visited: Set<String> = []
    var pending = templates
    while let text = pending.popLast() {
      for reference in TemplateReferences(text).references {
        switch reference {
        case .slot(let list, let name): mentions.append(Mention(slot: name, list: list))
        case .rule(let name): if visited.insert(name).inserted, let rule = rules[name] { pending.append(rule) }
        }
      }
      // Most templates have no range, and a search takes time.
      guard text.contains("..") else { continue }
      for match in text.matches(of: #/\{([^{}:,]*)\.\.([^{}:,]*)(?:,([^{}:]*))?:\s*([^{}:\s]+)\s*\}/#) {
        let (from, through, step) = (
          Int(match.1.trimmed) ?? 0, Int(match.2.trimmed) ?? 0, match.3.map { Int($0.trimmed) ?? 1 } ?? 1
        )
        let range = DecimalNumber(min(from, through))...DecimalNumber(through)
        mentions.append(
          Mention(slot: String(match.4), numbers: DecimalRange(clamping: range, step: DecimalNumber(step))))
      }
    }
    return mentions
  }
}
