import Logging
import VocativeIntents
import VocativeUnderstanding

extension IntentsFileContents {
  /// Creates the assistant that the file declares.
  func assistant(logger: Logger) -> Assistant {
    let shortcuts = hasShortcutIntents ? ShortcutIntents.intents : []
    return Assistant(
      name: name, wakePhrases: wakePhrases, intents: intents.map { definition(of: $0, logger: logger) } + shortcuts, rules: rules,
      dependencies: Dependencies(), location: location, pronunciations: pronunciations,
      lists: Dictionary(lists.map { ($0.name, $0.values.map(\.value)) }, uniquingKeysWith: { first, _ in first }),
      ambiguity: ambiguity
    ).spoken(as: spokenNames).limitingWakePhrases(wakeScopes)
  }

  private func definition(of intent: Intent, logger: Logger) -> IntentDefinition {
    let parameters = intent.parameters.map(definition)
    let defaults = Dictionary(
      intent.parameters.compactMap { parameter in parameter.defaultValue.map { (parameter.name, $0) } },
      uniquingKeysWith: { first, _ in first })
    var definition = IntentDefinition(
      name: intent.name, title: intent.title, phrases: intent.phrases, parameters: parameters,
      authenticationPolicy: intent.requiresAuthentication ? .requiresAuthentication : .alwaysAllowed,
      isEligibleForPrediction: intent.isEligibleForPrediction && !intent.requiresAuthentication,
      makeHandling: {
        FileIntentHandling(
          responder: FileIntentResponder(intent: intent), parameters: parameters, defaults: defaults, logger: logger)
      })
    definition.timeLimit = intent.handler?.timeLimit ?? intent.delegationLimit.map { $0 + .seconds(5) }
    return definition
  }

  private func definition(of parameter: Parameter) -> ParameterDefinition {
    if case .list(let name) = parameter.type {
      let others = parameter.otherLists.compactMap { list(named: $0)?.values }.joined()
      return definition(of: parameter, list: list(named: name)?.values ?? [], named: name, others: Array(others))
    }
    return definition(of: parameter, as: parameter.type.valueType)
  }

  private func definition<Value: ParameterValue>(of parameter: Parameter, as type: Value.Type) -> ParameterDefinition {
    let values: @Sendable () async throws -> [ListedValue] = { try await Value.spokenValues().map { ListedValue($0) } }
    return ParameterDefinition(
      name: parameter.name, title: parameter.title, list: "\(parameter.name) of type \(parameter.type)",
      // The phrase itself parses a number that it spells out.
      kind: parameter.isSpelledOut ? nil : parameter.type.spokenKind, isRequired: parameter.isRequired, prompt: parameter.prompt,
      hasDefault: parameter.defaultValue != nil, values: Value.spokenKind == nil ? values : nil,
      matching: { try await Value.spokenValues(matching: $0) }, suggestions: { try await Value.suggestedValues() },
      value: { try await Value.value(for: $0)?.inResponses })
  }

  private func definition(
    of parameter: Parameter, list: [List.Value], named name: String, others: [List.Value]
  ) -> ParameterDefinition {
    let values = list.map { ListedValue(value: $0.value, display: $0.display) }
    let all = values + others.map { ListedValue(value: $0.value, display: $0.display) }
    let spoken = Dictionary(all.map { ($0.value.identifier, $0.spokenValue) }, uniquingKeysWith: { first, _ in first })
    return ParameterDefinition(
      name: parameter.name, title: parameter.title, list: name, isRequired: parameter.isRequired, prompt: parameter.prompt,
      hasDefault: parameter.defaultValue != nil, values: { values },
      matching: { name in
        let words = SpokenText.words(of: name)
        return values.filter { $0.isCalled(words) }.map(\.spokenValue)
      }, suggestions: { values.map(\.spokenValue) }, value: { spoken[$0] })
  }
}

extension FileParameterType {
  /// The kind of words that the values are parsed from; nil if the values are listed.
  fileprivate var spokenKind: SpokenKind? {
    if case .number(let range?) = self { return .number(range) }
    return valueType.spokenKind
  }

  /// The Swift type of the values; lists have their own values.
  fileprivate var valueType: any ParameterValue.Type {
    switch self {
    case .number: Int.self
    case .amount: CurrencyAmount.self
    case .day: CalendarDay.self
    case .time: TimeOfDay.self
    case .duration: Duration.self
    case .text, .list: String.self
    case .boolean: Bool.self
    }
  }
}

extension ParameterValue {
  /// The value in response templates: a number in digits, any other value in words.
  fileprivate var inResponses: SpokenValue {
    let value = spokenValue
    guard self is Int else { return value }
    return SpokenValue(identifier: value.identifier, display: value.display, names: value.names, dialogName: value.display)
  }
}
