public import VocativeUnderstanding

/// A set of intents, the phrases for them and the words that call it, however it was declared.
public struct Assistant: Sendable {
  /// The assistant's name, in lower case, as on the command line.
  public let name: String
  /// Phrases that make it listen; with none, the intents' own phrases do.
  public let wakePhrases: [String]
  /// What it can be asked for.
  public let intents: [IntentDefinition]
  /// Templates that phrases refer to by name.
  public let rules: [String: Template]
  /// What its intents work with.
  public let dependencies: Dependencies
  /// Where the wake phrases are declared; nil when in Swift.
  public let location: Grammar.Location?
  let pronunciations: [String: [String]]
  /// Values that phrases name by their list, whichever parameter they fill.
  let lists: [String: [Grammar.Value]]
  /// What becomes of a sentence that phrases of two intents understand.
  let ambiguity: Grammar.Ambiguity
  let activities: [String: ActivityContinuation]
  let suggestedShortcuts: (@Sendable () async throws -> [Shortcut])?
  let prepare: (@Sendable () async throws -> Void)?

  /// An assistant of intents declared in Swift.
  ///
  /// - Parameters:
  ///   - pronunciations: Phones for words of the phrases that no dictionary has, as in `["unsend": "AH N S EH N D"]`.
  ///   - activities: How each kind of activity is continued that an intent's response may carry.
  ///   - suggestedShortcuts: What somebody new to the assistant may want phrases for, the best first.
  ///   - prepare: Called once before the assistant is used, with its dependencies: sets vocabulary, takes up what was left unfinished.
  /// - Throws: `AssistantError` with every fault of the declaration: a phrase that cannot be read, a parameter nothing can ever fill, a
  ///   dependency that is missing, an activity nobody continues.
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
      name: name, wakePhrases: wakePhrases, intents: intents, rules: [:], dependencies: dependencies, location: nil,
      pronunciations: pronunciations.mapValues { $0.split(separator: " ").map { $0.uppercased() } }, activities: activities,
      suggestedShortcuts: suggestedShortcuts, prepare: prepare)
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
    self.wakePhrases = wakePhrases
    self.intents = intents
    self.rules = rules
    self.dependencies = dependencies
    self.location = location
    self.activities = Dictionary(activities.map { ($0.type.identifier, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The intent of this name.
  public func intent(named name: String) -> IntentDefinition? { intents.first { $0.name == name } }

  /// The features an intent belongs to and its name, from the outermost in.
  func topic(of intent: IntentDefinition) -> String {
    ([name] + intent.membership.path + [intent.name]).joined(separator: ".")
  }
}
