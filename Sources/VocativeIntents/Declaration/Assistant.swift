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

  /// An assistant of intents declared in Swift.
  public init(
    name: String, wakePhrases: [String], dependencies: Dependencies = Dependencies(),
    @IntentsBuilder intents: () throws(TemplateError) -> [IntentDefinition]
  ) throws(TemplateError) {
    self.init(
      name: name, wakePhrases: wakePhrases, intents: try intents(), rules: [:], dependencies: dependencies, location: nil)
  }

  init(
    name: String, wakePhrases: [String], intents: [IntentDefinition], rules: [String: Template], dependencies: Dependencies,
    location: Grammar.Location?
  ) {
    self.name = name
    self.wakePhrases = wakePhrases
    self.intents = intents
    self.rules = rules
    self.dependencies = dependencies
    self.location = location
  }

  /// The intent of this name.
  public func intent(named name: String) -> IntentDefinition? { intents.first { $0.name == name } }
}

/// Collects the intents of an assistant, one a line.
@resultBuilder
public enum IntentsBuilder {
  /// The intents in order.
  public static func buildBlock(_ intents: IntentDefinition...) -> [IntentDefinition] { intents }
}
