public import VocativeUnderstanding

/// The runtime's view of a parameter, declared in Swift or in an intents file.
public struct ParameterDefinition: Sendable {
  /// The name in phrases.
  public let name: String
  /// A short title to display.
  public let title: String
  /// The list of its values.
  public internal(set) var list: String
  /// The types behind the list, which tell it from another one of the same name.
  private(set) var listIdentity: String
  /// The kind of words that its values are parsed from; nil if the values are listed.
  public let kind: SpokenKind?
  /// Whether the intent requires it.
  public let isRequired: Bool
  /// The question to ask if a required value is missing; nil for a generic question.
  public let prompt: String?
  package let disambiguationPrompt: String?
  let vocabularyKind: VocabularyKind?
  /// Whether it takes several values in a row.
  public internal(set) var isMultiple = false
  package let hasDefault: Bool
  package let hasResolver: Bool
  /// The parameters that the answer to the question about this one may fill instead, if none of them has a value.
  var alternatives: [String] = []
  /// Returns all values that can be spoken now; nil for numbers that the phrase itself spells out.
  let values: (@Sendable () async throws -> [ListedValue])?
  /// Returns the values with a spoken name, as list values.
  let matching: @Sendable (_ spokenName: String) async throws -> [SpokenValue]
  /// Returns the values to offer if the person was not understood.
  let suggestions: @Sendable () async throws -> [SpokenValue]
  /// Returns the list value with an identifier; nil if there is none.
  package private(set) var value: @Sendable (_ identifier: String) async throws -> SpokenValue?

  init(name: String, _ parameter: any AnyParameter, hasResolver: Bool) {
    let values: @Sendable () async throws -> [ListedValue] = { try await parameter.values().map { ListedValue($0) } }
    self.init(
      name: name, title: parameter.title, list: parameter.list, kind: parameter.kind, isRequired: parameter.isRequired,
      prompt: parameter.prompt, disambiguationPrompt: parameter.disambiguationPrompt, vocabularyKind: parameter.vocabularyKind,
      hasDefault: parameter.filled != nil, hasResolver: hasResolver,
      values: parameter.kind == nil ? values : nil,
      matching: { try await parameter.values(matching: $0) }, suggestions: { try await parameter.suggestedValues() },
      value: { try await parameter.value(for: $0) })
    isMultiple = parameter.isMultiple
    listIdentity = parameter.listIdentity
  }

  /// A parameter that something else than a Swift property declares.
  package init(
    name: String, title: String, list: String, kind: SpokenKind? = nil, isRequired: Bool, prompt: String?,
    disambiguationPrompt: String? = nil, vocabularyKind: VocabularyKind? = nil, hasDefault: Bool = false,
    hasResolver: Bool = false, values: (@Sendable () async throws -> [ListedValue])?,
    matching: @escaping @Sendable (_ spokenName: String) async throws -> [SpokenValue],
    suggestions: @escaping @Sendable () async throws -> [SpokenValue] = { [] },
    value: @escaping @Sendable (_ identifier: String) async throws -> SpokenValue?
  ) {
    self.name = name
    self.title = title
    self.list = list
    listIdentity = list
    self.kind = kind
    self.isRequired = isRequired
    self.prompt = prompt
    self.disambiguationPrompt = disambiguationPrompt
    self.vocabularyKind = vocabularyKind
    self.hasDefault = hasDefault
    self.hasResolver = hasResolver
    self.values = values
    self.matching = matching
    self.suggestions = suggestions
    self.value = value
  }

  /// Returns the parameter with several values in a row.
  package func takingSeveral() -> ParameterDefinition {
    var parameter = self
    parameter.isMultiple = true
    parameter.value = { [value] text in
      var values: [SpokenValue] = []
      for identifier in ValueList.values(of: text) {
        guard let found = try await value(identifier) else { return nil }
        values.append(found)
      }
      return values.isEmpty ? nil : SpokenValue(combining: values)
    }
    return parameter
  }

  /// Whether its resolver chooses a value that was not said, as the only timer that runs, without a question.
  var isLeftToResolver: Bool { hasResolver && prompt == nil }

  /// The question to ask if a required value is missing.
  var question: String { prompt ?? "Which \(title.lowercased())?" }
}

/// A list value with its name in dialogs.
package struct ListedValue: Sendable {
  /// The value with all its names.
  package var value: Grammar.Value
  /// The name that dialogs use.
  package let display: String

  /// A value under the name that dialogs use.
  package init(value: Grammar.Value, display: String) {
    self.value = value
    self.display = display
  }

  /// A value as a type lists it.
  package init(_ value: SpokenValue) {
    let names = value.names.map(Template.literal).filter { $0 != .sequence([]) }
    self.init(
      value: Grammar.Value(identifier: value.identifier, spoken: names, pronunciations: value.pronunciations),
      display: value.dialogName)
  }

  /// The maximum number of names from one template.
  private static let maxNames = 16

  /// The value under the name that dialogs use, with its other names.
  package var spokenValue: SpokenValue {
    let sentences = value.spoken.compactMap { $0.sentences(limit: Self.maxNames) }.joined()
    let names = sentences.filter { !$0.isEmpty }.map { $0.joined(separator: " ") }
    return SpokenValue(
      identifier: value.identifier, display: display, names: ([display] + names).uniqued(), pronunciations: value.pronunciations,
      dialogName: display)
  }

  /// Returns the value with additional names from a vocabulary.
  func adding(_ strings: [SpeakableString]) -> ListedValue {
    var pronunciations = value.pronunciations
    for string in strings {
      guard let hint = string.pronunciationHint else { continue }
      pronunciations[SpokenText.sentence(of: string.spokenPhrase)] = hint
    }
    let names = strings.map { Template.literal($0.spokenPhrase) }.filter { $0 != .sequence([]) && !value.spoken.contains($0) }
    return ListedValue(
      value: Grammar.Value(
        identifier: value.identifier, spoken: value.spoken + names, pronunciations: pronunciations, location: value.location),
      display: display)
  }

  /// Returns whether the words are exactly one of its names.
  package func isCalled(_ words: [String]) -> Bool { value.spoken.contains { $0.plainWords == words } }
}
