public import VocativeUnderstanding

/// A set of intents with their phrases and wake phrases, declared in Swift or in a file.
public struct Assistant: Sendable {
  /// The name in lower case, as on the command line.
  public let name: String
  /// Phrases that start listening; if empty, the phrases of the intents are spotted directly.
  public let wakePhrases: [String]
  /// The intents.
  public let intents: [IntentDefinition]
  /// The names by which a person addresses it, as in "ask money"; the first is its title.
  public private(set) var spokenNames: [String]
  /// The assistants that a wake phrase is for, by wake phrase; those without an entry are for all assistants.
  public internal(set) var wakeScopes: [String: [String]] = [:]
  /// Templates that phrases refer to by name.
  public let rules: [String: Template]
  /// The dependencies of the intents.
  public private(set) var dependencies: Dependencies
  /// The place at which the wake phrases are declared; nil if declared in Swift.
  public let location: Grammar.Location?
  package let pronunciations: [String: [String]]
  /// The places of the words with pronunciations in its file, by word.
  package private(set) var pronunciationPlaces: [String: Grammar.Location] = [:]
  /// Values that phrases refer to by list, regardless of the parameter.
  let lists: [String: [Grammar.Value]]
  /// The lists of slots that are not parameters, by intent and slot; others use the list of their own name.
  var slotLists: [String: [String: String]] = [:]
  /// The rule for a sentence that matches phrases of two intents.
  package let ambiguity: Grammar.Ambiguity
  package let activities: [String: ActivityContinuation]
  package let suggestedShortcuts: (@Sendable () async throws -> [Shortcut])?
  private(set) var relevantShortcuts: (@Sendable () async throws -> [RelevantShortcut])?
  let prepare: (@Sendable () async throws -> Void)?
  /// The work that follows changes outside of it; nil for none.
  private(set) var refresh: (@Sendable () async -> Void)?
  /// The lists whose values change while it is used; nil for none.
  package internal(set) var dynamicLists: DynamicLists?
  /// The parts of its file that cannot be used as written, each with its place.
  package private(set) var warnings: [String] = []
  /// The operations of programs on its data.
  public private(set) var operations: [AssistantOperation] = []
  /// Whether its data is sample data, which is discarded at the end of the program.
  public private(set) var hasSampleData = false
  /// The source of what it says on its own; nil if it only answers.
  public private(set) var alerts: (any AlertSource)?

  /// Creates an assistant of intents declared in Swift.
  ///
  /// - Parameters:
  ///   - pronunciations: Phones of phrase words that no dictionary contains, as in `["unsend": "AH N S EH N D"]`.
  ///   - activities: Continuations for all activity types of the responses.
  ///   - suggestedShortcuts: Returns shortcuts to suggest to a new user, best first.
  ///   - prepare: Called with the dependencies by `IntentRuntime.prepare()`, to set vocabulary and to resume unfinished work.
  /// - Throws: `AssistantError` with all faults of the declaration: an invalid phrase, a parameter that can never be filled, a
  ///   missing dependency, or an activity without a continuation.
  public init(
    name: String, wakePhrases: [String], dependencies: Dependencies = Dependencies(), pronunciations: [String: String] = [:],
    activities: [ActivityContinuation] = [],
    suggestedShortcuts: (@Sendable () async throws -> [Shortcut])? = nil, prepare: (@Sendable () async throws -> Void)? = nil,
    @AssistantBuilder parts: () -> [AssistantPart]
  ) throws(AssistantError) {
    let intents = parts().flatMap { $0.flattened(within: FeatureMembership()) }
    let faults = AssistantCheck(intents: intents, dependencies: dependencies, activities: activities).faults
    guard faults.isEmpty else { throw AssistantError(faults: faults) }
    self.init(
      name: name, wakePhrases: wakePhrases, intents: intents.withDistinctLists, rules: [:], dependencies: dependencies,
      location: nil, pronunciations: pronunciations.mapValues { $0.split(separator: " ").map { $0.uppercased() } },
      activities: activities, suggestedShortcuts: suggestedShortcuts, prepare: prepare)
  }

  /// An assistant that something else than Swift declares.
  package init(
    name: String, wakePhrases: [String], intents: [IntentDefinition], rules: [String: Template], dependencies: Dependencies,
    location: Grammar.Location?, pronunciations: [String: [String]] = [:], lists: [String: [Grammar.Value]] = [:],
    ambiguity: Grammar.Ambiguity = .refused, activities: [ActivityContinuation] = [],
    suggestedShortcuts: (@Sendable () async throws -> [Shortcut])? = nil, prepare: (@Sendable () async throws -> Void)? = nil
  ) {
    self.prepare = prepare
    self.pronunciations = pronunciations
    self.lists = lists
    self.ambiguity = ambiguity
    self.suggestedShortcuts = suggestedShortcuts
    self.name = name
    spokenNames = [SpokenText.words(of: name).joined(separator: " ")].filter { !$0.isEmpty }
    self.wakePhrases = wakePhrases
    self.intents = intents.map { intent in
      guard intent.assistant.isEmpty else { return intent }
      var intent = intent
      intent.assistant = name
      return intent
    }
    self.rules = rules
    self.dependencies = dependencies
    self.location = location
    self.activities = Dictionary(activities.map { ($0.type.identifier, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the assistant with other names by which a person addresses it, the title first.
  public func spoken(as names: [String]) -> Assistant {
    var assistant = self
    let known = names.filter { !SpokenText.words(of: $0).isEmpty }
    if !known.isEmpty { assistant.spokenNames = known }
    return assistant
  }

  /// Returns the assistant with a source of what it says on its own.
  public func announcing(_ alerts: any AlertSource) -> Assistant {
    var assistant = self
    assistant.alerts = alerts
    return assistant
  }

  /// Returns the assistant with shortcuts that are relevant at some times and places, best first.
  ///
  /// - Parameter shortcuts: Returns the shortcuts; called with the dependencies before the assistant is used.
  public func offering(_ shortcuts: @escaping @Sendable () async throws -> [RelevantShortcut]) -> Assistant {
    var assistant = self
    assistant.relevantShortcuts = shortcuts
    return assistant
  }

  /// Returns the assistant with work that follows changes outside of it, such as files; called before each utterance is understood.
  public func refreshing(_ refresh: @escaping @Sendable () async -> Void) -> Assistant {
    var assistant = self
    assistant.refresh = refresh
    return assistant
  }

  /// Returns the assistant with lists whose values change while it is used.
  package func using(_ lists: DynamicLists) -> Assistant {
    var assistant = self
    assistant.dynamicLists = lists
    return assistant
  }

  /// Returns the assistant with the places of the words whose pronunciations its file has.
  package func locating(pronunciations places: [String: Grammar.Location]) -> Assistant {
    var assistant = self
    assistant.pronunciationPlaces = places
    return assistant
  }

  /// Returns the assistant with warnings about parts of its file that cannot be used as written.
  package func warning(about warnings: [String]) -> Assistant {
    var assistant = self
    assistant.warnings = warnings
    return assistant
  }

  /// Returns the assistant with another clock than the system clock.
  package func using(_ clock: WallClock) -> Assistant {
    var assistant = self
    assistant.dependencies.add(clock)
    return assistant
  }

  /// Returns the assistant with what programs can do with its data.
  public func offering(_ operations: [AssistantOperation]) -> Assistant {
    var assistant = self
    assistant.operations = operations
    return assistant
  }

  /// Returns the assistant with the mark that its data is sample data, so that requests to it are not remembered.
  public func usingSampleData() -> Assistant {
    var assistant = self
    assistant.hasSampleData = true
    return assistant
  }

  /// Returns the assistant with wake phrases that are only for some assistants.
  public func limitingWakePhrases(_ scopes: [String: [String]]) -> Assistant {
    var assistant = self
    assistant.wakeScopes = scopes
    return assistant
  }

  /// The name to display, such as `Money`.
  public var title: String {
    (spokenNames.first ?? name).withCapital
  }

  /// Returns the intent with an identifier, or with a name if no other assistant has an intent of that name.
  public func intent(named name: String) -> IntentDefinition? {
    if let intent = intents.first(where: { $0.identifier == name }) { return intent }
    let named = intents.filter { $0.name == name }
    return named.count == 1 ? named.first : nil
  }

  /// The path of an intent: the assistant, its features from the outermost to the innermost, and its name.
  func topic(of intent: IntentDefinition) -> String {
    ([intent.assistant] + intent.membership.path + [intent.name]).joined(separator: ".")
  }
}
