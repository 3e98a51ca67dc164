/// Everything that may be said to an assistant at one moment, as its author wrote it.
public struct Grammar: Equatable, Sendable {
  /// What becomes of a sentence that phrases of two intents understand.
  public enum Ambiguity: Equatable, Sendable {
    /// It is a mistake of the grammar's author.
    case refused
    /// The phrase that stands first is meant.
    case first
  }

  /// A place in a file.
  public struct Location: Hashable, Sendable, CustomStringConvertible {
    /// The file as it was named.
    public let file: String
    /// The line, counted from 1.
    public let line: Int

    /// A place in a file.
    public init(file: String, line: Int) {
      self.file = file
      self.line = line
    }

    /// The usual form, `file:line`.
    public var description: String { "\(file):\(line)" }
  }

  /// One way of asking for an intent.
  public struct Phrase: Equatable, Sendable {
    /// The intent that is asked for.
    public let intent: String
    /// What may be said.
    public let template: Template
    /// The phrase as its author wrote it.
    public let text: String
    /// Where it stands; nil for phrases declared in Swift.
    public let location: Location?

    /// A phrase for an intent.
    public init(intent: String, template: Template, text: String, location: Location? = nil) {
      self.intent = intent
      self.template = template
      self.text = text
      self.location = location
    }
  }

  /// A value a slot may take.
  public struct Value: Equatable, Sendable {
    /// What the slot's value will be.
    public let identifier: String
    /// What is said for it; each may be a template without slots.
    public let spoken: [Template]
    /// Phones for spoken words or phrases that no dictionary has, by the phrase in dictionary words.
    public let pronunciations: [String: [String]]
    /// Where it stands; nil for values that come from a program.
    public let location: Location?

    /// A value under what is said for it.
    public init(identifier: String, spoken: [Template], pronunciations: [String: [String]] = [:], location: Location? = nil) {
      self.identifier = identifier
      self.spoken = spoken
      self.pronunciations = pronunciations
      self.location = location
    }
  }

  /// The phrases, in order of preference where two understand the same words.
  public var phrases: [Phrase]
  /// Values by the name of their list.
  public var lists: [String: [Value]]
  /// Templates by the name they are referred to.
  public var rules: [String: Template]
  /// The list of each slot, by intent and slot; a slot that is not here takes the list of its own name.
  public var slotLists: [String: [String: String]]
  /// Kinds by the name of the list that a slot names; a list of values goes before a kind of the same name.
  public var kinds: [String: SpokenKind]

  /// Phones for words of the phrases that no dictionary has, by word.
  public var pronunciations: [String: [String]] = [:]
  /// What becomes of a sentence that phrases of two intents understand.
  public var ambiguity: Ambiguity = .refused

  /// A grammar of phrases, lists, rules and kinds.
  public init(
    phrases: [Phrase] = [], lists: [String: [Value]] = [:], rules: [String: Template] = [:],
    slotLists: [String: [String: String]] = [:], kinds: [String: SpokenKind] = [:]
  ) {
    self.phrases = phrases
    self.lists = lists
    self.rules = rules
    self.slotLists = slotLists
    self.kinds = kinds
  }
}

/// A grammar that cannot be compiled: what is wrong and where.
public struct GrammarError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Code: Sendable, Equatable {
    /// A slot has no list of values, and no kind.
    case unknownSlot
    /// A list has no values.
    case emptyList
    /// A rule is not defined, or refers to itself.
    case badRule
    /// Two intents understand the same words.
    case ambiguousPhrase
    /// A phrase can be said without saying anything.
    case emptyPhrase
    /// The grammar has more states than can be searched.
    case tooLarge
  }

  /// What is wrong.
  public let code: Code
  /// What is wrong and what to do, in words.
  public let reason: String
  /// Where; nil for what was declared in Swift.
  public let location: Grammar.Location?

  /// A fault of a grammar.
  package init(code: Code, reason: String, location: Grammar.Location?) {
    self.code = code
    self.reason = reason
    self.location = location
  }

  /// The place and the reason.
  public var description: String { location.map { "\($0): \(reason)" } ?? reason }
}
