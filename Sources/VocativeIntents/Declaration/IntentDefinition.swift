public import VocativeUnderstanding

/// An intent as the runtime sees it, whether it was declared in Swift or in an intents file.
public struct IntentDefinition: Sendable {
  /// A parameter of the intent.
  public struct ParameterDefinition: Sendable {
    /// The name phrases use.
    public let name: String
    /// A word or two for people.
    public let title: String
    /// The list its values come from.
    public let list: String
    /// Whether the intent can be performed without it.
    public let isRequired: Bool
    /// What to ask when it is needed and was not said; nil to ask in general words.
    public let prompt: String?
    /// Every value that can be said now; nil for numbers, which a phrase spells out itself.
    let values: (@Sendable () async throws -> [Grammar.Value])?
  }

  /// The intent's identifier in events and logs.
  public let name: String
  /// A few words for people.
  public let title: String
  /// The ways of asking for it.
  public let phrases: [Grammar.Phrase]
  /// Its parameters, in the order they are asked for.
  public let parameters: [ParameterDefinition]
  /// Performs the intent with the identifiers of its parameters' values.
  let perform: @Sendable (_ values: [String: String]) async throws -> IntentResponse

  /// An intent declared in Swift, under some phrases.
  ///
  /// - Throws: `TemplateError` when a phrase cannot be read.
  public init<Declared: Intent>(_ type: Declared.Type, phrases: [IntentPhrase<Declared>]) throws(TemplateError) {
    name = Declared.name
    title = Declared.title
    var read: [Grammar.Phrase] = []
    for phrase in phrases {
      read.append(Grammar.Phrase(intent: Declared.name, template: try Template(phrase.text), text: phrase.text))
    }
    self.phrases = read
    parameters = Declared().parameters.map { name, parameter in
      ParameterDefinition(
        name: name, title: parameter.title, list: parameter.list, isRequired: true, prompt: parameter.prompt,
        values: { try await parameter.values().map(Grammar.Value.init).withoutSharedNames() })
    }
    perform = { values in
      let intent = Declared()
      for (name, parameter) in intent.parameters {
        guard let identifier = values[name] else { continue }
        guard try await parameter.fill(with: identifier) else {
          return .failure("That \(parameter.title.lowercased()) is not there any more.")
        }
      }
      return try await intent.perform()
    }
  }

  init(
    name: String, title: String, phrases: [Grammar.Phrase], parameters: [ParameterDefinition],
    perform: @escaping @Sendable (_ values: [String: String]) async throws -> IntentResponse
  ) {
    self.name = name
    self.title = title
    self.phrases = phrases
    self.parameters = parameters
    self.perform = perform
  }
}

extension Grammar.Value {
  fileprivate init(_ value: SpokenValue) {
    self.init(
      identifier: value.identifier, spoken: value.names.map(Template.literal), pronunciations: value.pronunciations)
  }
}

extension [Grammar.Value] {
  /// The values without the shorter names that more than one of them has; a full name is kept even then, by the first.
  fileprivate func withoutSharedNames() -> [Grammar.Value] {
    var owners: [Template: Set<String>] = [:]
    for value in self {
      for name in value.spoken { owners[name, default: []].insert(value.identifier) }
    }
    let fullNames = Set(compactMap(\.spoken.first))
    return map { value in
      let kept = value.spoken.enumerated().filter { index, name in
        name != .sequence([]) && (index == 0 || (owners[name]?.count == 1 && !fullNames.contains(name)))
      }
      return Grammar.Value(
        identifier: value.identifier, spoken: kept.map(\.element), pronunciations: value.pronunciations, location: value.location)
    }
  }
}
