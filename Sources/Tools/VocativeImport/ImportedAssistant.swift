package import VocativeUnderstanding

/// An assistant as an intents file has it, made of what others wrote for theirs.
package struct ImportedAssistant: Sendable {
  /// A way of asking for an intent.
  package struct Phrase: Sendable {
    /// The template, in the syntax of intents files.
    package var text: String
    /// Where it comes from.
    package let location: Grammar.Location
  }

  /// Who does what is asked for.
  package enum Handler: String, CaseIterable, Sendable {
    /// A skill that speaks the Hermes protocol, over a broker.
    case hermes
  }

  /// An intent.
  package struct Intent: Sendable {
    /// The name it had.
    package let name: String
    /// Its phrases, the preferred first.
    package var phrases: [Phrase] = []
    /// Parameters that are numbers, with their bounds; all others are filled from lists.
    package var numbers: [(name: String, range: ClosedRange<Int>)] = []
    /// What is said when it was asked for, as a Mustache template.
    package var response = Self.plainResponse
    /// Who does it and says what came of it; nil if only the response is said.
    package var handler: Handler?

    /// What is said where the original says nothing that can be said here.
    package static let plainResponse = "Done."
  }

  /// A value of a list.
  package struct Value: Equatable, Sendable {
    /// What the slot's value will be.
    package let identifier: String
    /// Templates for what is said; one that is empty is a value that nothing is said for.
    package var spoken: [String]
  }

  /// What makes it listen.
  package var wakePhrases: [String]
  /// What it can be asked for, in order of preference.
  package var intents: [Intent] = []
  /// Values by the name of their list.
  package var lists: [String: [Value]] = [:]
  /// Templates by the name of their rule.
  package var rules: [String: String] = [:]
  /// Whether the intent that stands first is meant where two share a sentence.
  package var isAmbiguous = false

  /// An assistant with nothing in it yet.
  package init(wakePhrases: [String]) {
    self.wakePhrases = wakePhrases
  }

  /// Adds a phrase to an intent, which is made where it is new.
  mutating func add(_ phrase: Phrase, to intent: String) {
    let index = intents.firstIndex { $0.name == intent } ?? intents.endIndex
    if index == intents.endIndex { intents.append(Intent(name: intent)) }
    intents[index].phrases.append(phrase)
  }

  /// Leaves an intent to somebody else, who then says what there is to say.
  mutating func setHandler(_ handler: Handler, of intent: String) {
    for index in intents.indices where intents[index].name == intent { intents[index].handler = handler }
  }

  /// The name of a rule with this text: the wanted one, or one like it where that has another.
  mutating func addRule(_ name: String, _ text: String) -> String { Self.add(text, as: name, to: &rules) }

  /// The name of a list of these values: the wanted one, or one like it where that has others.
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
  /// Adds what is said for a value, which is made where it is new.
  ///
  /// - Parameter indices: Where each value is, by its identifier.
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
  /// Every slot that its phrases mention, themselves or in rules.
  func mentionedSlots(rules: [String: String]) -> [String] {
    var slots: [String] = []
    var visited: Set<String> = []
    var pending = phrases.map(\.text)
    while let text = pending.popLast() {
      for reference in TemplateReferences(text).references {
        switch reference {
        case .slot(_, let name): slots.append(name)
        case .rule(let name): if visited.insert(name).inserted, let rule = rules[name] { pending.append(rule) }
        }
      }
      for range in text.matches(of: #/\{[^{}:]*\.\.[^{}:]*:\s*([^{}:\s]+)\s*\}/#) { slots.append(String(range.1)) }
    }
    return slots
  }
}
