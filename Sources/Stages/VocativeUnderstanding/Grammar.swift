/// Everything that an assistant understands at one moment, as its author wrote it.
public struct Grammar: Equatable, Sendable {
  /// The treatment of a sentence that phrases of two intents share.
  public enum Ambiguity: Equatable, Sendable {
    /// The grammar is invalid.
    case refused
    /// The first phrase takes precedence.
    case first
  }

  /// A place in a file.
  public struct Location: Hashable, Sendable, CustomStringConvertible {
    /// The file, as it was given.
    public let file: String
    /// The line, counted from 1.
    public let line: Int

    /// A place in a file.
    public init(file: String, line: Int) {
      self.file = file
      self.line = line
    }

    /// The form `file:line`.
    public var description: String { "\(file):\(line)" }

    /// Returns whether one of two places comes before the other; nil, which comes first, is a declaration in Swift.
    package static func isInOrder(_ one: Location?, _ other: Location?) -> Bool {
      (one?.file ?? "", one?.line ?? 0) < (other?.file ?? "", other?.line ?? 0)
    }
  }

  /// A phrase that requests an intent.
  public struct Phrase: Equatable, Sendable {
    /// The requested intent.
    public let intent: String
    /// The template of the phrase.
    public let template: Template
    /// The phrase as its author wrote it.
    public let text: String
    /// Its location; nil if it is declared in Swift.
    public let location: Location?

    /// Creates a phrase for an intent.
    public init(intent: String, template: Template, text: String, location: Location? = nil) {
      self.intent = intent
      self.template = template
      self.text = text
      self.location = location
    }
  }

  /// A possible value of a slot.
  public struct Value: Equatable, Sendable {
    /// The identifier that becomes the slot's value.
    public let identifier: String
    /// Its spoken forms; each may be a template without slots.
    public let spoken: [Template]
    /// Pronunciations of spoken words or phrases that no dictionary has, by the phrase in dictionary words.
    public let pronunciations: [String: [String]]
    /// Its location; nil if it comes from a program.
    public let location: Location?

    /// Creates a value with its spoken forms.
    public init(identifier: String, spoken: [Template], pronunciations: [String: [String]] = [:], location: Location? = nil) {
      self.identifier = identifier
      self.spoken = spoken
      self.pronunciations = pronunciations
      self.location = location
    }
  }

  /// Words before a sentence that say for which intents it is, as in "ask money".
  public struct Address: Equatable, Sendable {
    /// The words that begin an address.
    public static let leads = ["ask", "tell", "in"]
    /// The word that may precede a name.
    package static let article = "the"

    /// The names, each as dictionary words.
    public let names: [[String]]
    /// The intents that can be addressed so.
    public let intents: Set<String>

    /// Creates an address with names in words.
    public init(names: [String], intents: Set<String>) {
      self.names = names.map(SpokenText.words).filter { !$0.isEmpty }
      self.intents = intents
    }

    /// The address as a template.
    var template: Template {
      .sequence([
        .alternatives(Self.leads.map(Template.word)), .optional(.word(Self.article)),
        .alternatives(names.map { .sequence($0.map(Template.word)) }),
      ])
    }

    /// Returns the address without the names that use some words; nil if none remains.
    func removingNames(using unknown: Set<String>) -> Address? {
      guard unknown.isDisjoint(with: Self.leads + [Self.article]) else { return nil }
      let kept = names.filter { unknown.isDisjoint(with: $0) }
      return kept.isEmpty ? nil : Address(names: kept.map { $0.joined(separator: " ") }, intents: intents)
    }
  }

  /// The phrases; earlier ones take precedence if two understand the same words.
  public var phrases: [Phrase]
  /// The values, by list name.
  public var lists: [String: [Value]]
  /// The templates of rules, by rule name.
  public var rules: [String: Template]
  /// The list of each slot, by intent and slot; other slots use the list with their name.
  public var slotLists: [String: [String: String]]
  /// The kinds, by the list name that a slot uses; a list of the same name takes precedence.
  public var kinds: [String: SpokenKind]
  /// The slots that take several values in a row, as in "milk, eggs and bread", by intent; if one sentence of a phrase has such a slot
  /// more than once, the slot takes one value each time.
  public var multipleSlots: [String: Set<String>] = [:]

  /// The lists whose values are in the order of their importance: the first is meant if several sound alike.
  public var rankedLists: Set<String> = []
  /// The lists whose values must be kept out of every log.
  public var privateLists: Set<String> = []

  /// The addresses that may precede the sentences of some intents.
  ///
  /// All addressed sentences share the graph of the sentences themselves, so that an address costs only its own words.
  public var addresses: [Address] = []
  /// The words that may surround every sentence.
  public var skipWords = SkipWords.none
  /// Pronunciations of the phrases' words that no dictionary has, by word.
  public var pronunciations: [String: [String]] = [:]
  /// The treatment of a sentence that phrases of two intents share.
  public var ambiguity: Ambiguity = .refused
  /// The intents that yield to another one with the same sentence, whatever the treatment of others.
  public var yielding: Set<String> = []

  /// Creates a grammar of phrases, lists, rules and kinds.
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

/// A fault of a grammar that prevents its compilation, with its location.
public struct GrammarError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kinds of faults.
  public enum Code: Sendable, Equatable {
    /// A slot has neither a list of values nor a kind.
    case unknownSlot
    /// A list has no values.
    case emptyList
    /// A rule is not defined, or a rule or a list refers to itself.
    case badRule
    /// Two intents share a sentence.
    case ambiguousPhrase
    /// A phrase matches an empty sentence.
    case emptyPhrase
    /// The grammar is too large to search.
    case tooLarge
  }

  /// The kind of fault.
  public let code: Code
  /// The reason and the remedy.
  public let reason: String
  /// Its location; nil if it is declared in Swift.
  public let location: Grammar.Location?
  /// Further faults of the same grammar, in the order of their places.
  public private(set) var others: [GrammarError] = []

  /// The maximum number of faults that are reported together.
  static let maxFaults = 20

  /// Creates a fault of a grammar.
  package init(code: Code, reason: String, location: Grammar.Location?) {
    self.code = code
    self.reason = reason
    self.location = location
  }

  /// Creates the error of several faults, which has the first `maxFaults` of them in the order of their places; nil without faults.
  init?(_ faults: [GrammarError]) {
    let ordered = faults.sorted { Grammar.Location.isInOrder($0.location, $1.location) }
    guard let first = ordered.first else { return nil }
    self = first
    others = Array(ordered.dropFirst().prefix(Self.maxFaults - 1))
  }

  /// The place and the reason of each fault, one a line.
  public var description: String {
    ([self] + others).map { fault in fault.location.map { "\($0): \(fault.reason)" } ?? fault.reason }.joined(separator: "\n")
  }
}
