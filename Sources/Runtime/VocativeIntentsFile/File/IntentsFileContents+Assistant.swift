package import Logging
package import VocativeIntents
import VocativeMemory
import VocativeUnderstanding

extension IntentsFileContents {
  /// Creates the assistant that the file declares.
  ///
  /// - Parameter clock: Measures the time until dynamic lists are read again.
  package func assistant(logger: Logger, clock: any Clock<Duration> = ContinuousClock()) -> Assistant {
    let dynamic = DynamicListSet(
      lists.compactMap { list in list.source.map { DynamicList(list, from: $0, clock: clock, logger: logger) } })
    let definitions = intents.map { definition(of: $0, dynamic: dynamic, logger: logger) }
    let (suggested, relevant) = (suggestedShortcuts(definitions), relevantShortcuts(definitions))
    let assistant = Assistant(
      name: name, wakePhrases: wakePhrases, intents: definitions + shortcutIntents,
      rules: rules, dependencies: Dependencies(), location: location, pronunciations: pronunciations,
      lists: Dictionary(
        lists.filter { $0.source == nil }.map { ($0.name, $0.values.map(\.listed).grammarValues) },
        uniquingKeysWith: { first, _ in first }),
      ambiguity: ambiguity, activities: activities.map(\.continuation),
      suggestedShortcuts: { suggested }, prepare: { await dynamic.refresh() }
    ).spoken(as: spokenNames).limitingWakePhrases(wakeScopes).warning(about: warnings).locating(
      pronunciations: pronunciationPlaces
    )
    .offering { relevant }
    guard !dynamic.isEmpty else { return assistant }
    return assistant.using(dynamic.dynamicLists).refreshing { await dynamic.refresh() }.announcing(dynamic)
  }

  private var shortcutIntents: [IntentDefinition] { hasShortcutIntents ? ShortcutIntents.intents : [] }

  /// The part of an assistant that an app provides while it runs.
  package struct AppParts: Sendable {
    /// Returns the current values of a list.
    package let values: @Sendable (_ list: String) -> [List.Value]
    /// The time limit of a request, including the time to end it after that.
    package let timeLimit: Duration
    /// The continuations of its activities.
    package let activities: [ActivityContinuation]
    /// Returns the shortcuts to suggest.
    package let suggestedShortcuts: @Sendable () async throws -> [Shortcut]
    /// Called once before the assistant is used.
    package let prepare: @Sendable () async throws -> Void

    /// Creates the part of an app.
    package init(
      values: @escaping @Sendable (_ list: String) -> [List.Value], timeLimit: Duration, activities: [ActivityContinuation],
      suggestedShortcuts: @escaping @Sendable () async throws -> [Shortcut],
      prepare: @escaping @Sendable () async throws -> Void
    ) {
      (self.values, self.timeLimit, self.activities) = (values, timeLimit, activities)
      (self.suggestedShortcuts, self.prepare) = (suggestedShortcuts, prepare)
    }
  }

  /// Creates the assistant of an app, which performs the declared intents itself.
  ///
  /// - Parameter handling: Creates the handling of one request.
  package func assistant(
    of app: AppParts, handling: @escaping @Sendable (Intent, [ParameterDefinition]) -> any IntentHandling
  ) -> Assistant {
    let types = app.activities.map(\.type)
    let definitions = intents.map { intent -> IntentDefinition in
      let parameters = intent.parameters.map { parameter in
        let declared = definition(of: parameter, of: app)
        return parameter.isMultiple ? declared.takingSeveral() : declared
      }
      var declared = IntentDefinition(
        name: intent.name, title: intent.title, phrases: intent.phrases, parameters: parameters,
        authenticationPolicy: intent.requiresAuthentication ? .requiresAuthentication : .alwaysAllowed,
        isEligibleForPrediction: intent.isEligibleForPrediction && !intent.requiresAuthentication,
        suggestedInvocationPhrase: intent.suggestedPhrase, activityTypes: types,
        makeHandling: { handling(intent, parameters) })
      declared.timeLimit = app.timeLimit
      (declared.summary, declared.resultType) = (intent.summary, intent.returns)
      return declared
    }
    // Parameters have the current values of their lists; only further lists of phrases stay as they are declared.
    let further = furtherLists
    return Assistant(
      name: name, wakePhrases: wakePhrases, intents: definitions + shortcutIntents, rules: rules, dependencies: Dependencies(),
      location: nil, pronunciations: pronunciations,
      lists: Dictionary(
        lists.filter { further.contains($0.name) }.map { ($0.name, $0.values.map(\.value)) },
        uniquingKeysWith: { first, _ in first }),
      ambiguity: ambiguity, activities: app.activities, suggestedShortcuts: app.suggestedShortcuts, prepare: app.prepare
    ).spoken(as: spokenNames).limitingWakePhrases(wakeScopes)
  }

  /// The lists whose values phrases contain instead of those of their parameter.
  package var furtherLists: Set<String> { Set(intents.flatMap(\.parameters).flatMap(\.otherLists)) }

  private func definition(of parameter: Parameter, of app: AppParts) -> ParameterDefinition {
    guard case .list(let name) = parameter.type else { return definition(of: parameter, as: parameter.type.valueType) }
    return definition(of: parameter, named: name, values: app.values)
  }

  private func definition(of intent: Intent, dynamic: DynamicListSet, logger: Logger) -> IntentDefinition {
    let parameters = intent.parameters.map { parameter in
      let declared = definition(of: parameter, dynamic: dynamic)
      return parameter.isMultiple ? declared.takingSeveral() : declared
    }
    let defaults = Dictionary(
      intent.parameters.compactMap { parameter in parameter.defaultValue.map { (parameter.name, $0) } },
      uniquingKeysWith: { first, _ in first })
    let activityType = intent.activity.flatMap { use in
      activities.first { $0.type.identifier == use.type }?.type
    }
    var declared = IntentDefinition(
      name: intent.name, title: intent.title, phrases: intent.phrases, parameters: parameters,
      authenticationPolicy: intent.requiresAuthentication ? .requiresAuthentication : .alwaysAllowed,
      isEligibleForPrediction: intent.isEligibleForPrediction && !intent.requiresAuthentication,
      suggestedInvocationPhrase: intent.suggestedPhrase,
      activityTypes: [activityType].compactMap(\.self),
      makeHandling: {
        FileIntentHandling(
          responder: FileIntentResponder(intent: intent, activityType: activityType) { [self] in
            await returnedValue($0, of: intent.returns, dynamic: dynamic)
          }, parameters: parameters, defaults: defaults, logger: logger)
      })
    (declared.summary, declared.resultType) = (intent.summary, intent.returns)
    if let feature = features.first(where: { $0.name == intent.feature }) {
      declared.join(
        feature.name, constraints: feature.constraints, isHiddenWhenUnavailable: feature.isHidden)
    }
    declared.timeLimit = intent.handler?.timeLimit ?? intent.delegationLimit.map { $0 + .seconds(5) }
    return declared
  }

  private func returnedValue(_ identifier: String, of type: ResultType?, dynamic: DynamicListSet) async -> SpokenValue? {
    guard let type else { return nil }
    if type.isListed {
      let values = dynamic[type.name]?.values ?? list(named: type.name)?.values ?? []
      return values.first { $0.value.identifier == identifier }?.listed.spokenValue
    }
    guard let named = FileParameterType.named.first(where: { $0.name == type.name })?.type else { return nil }
    return try? await value(identifier, as: named.valueType)
  }

  private func value<Value: ParameterValue>(_ identifier: String, as type: Value.Type) async throws -> SpokenValue? {
    try await Value.value(for: identifier)?.inResponses
  }

  private func definition(of parameter: Parameter, dynamic: DynamicListSet) -> ParameterDefinition {
    if case .list(let name) = parameter.type {
      if ([name] + parameter.otherLists).contains(where: { dynamic[$0] != nil }) {
        return definition(of: parameter, named: name) { [self] in dynamic[$0]?.values ?? list(named: $0)?.values ?? [] }
      }
      let values = list(named: name)?.values.map(\.listed) ?? []
      let all = values + parameter.otherLists.compactMap { list(named: $0)?.values.map(\.listed) }.joined()
      return definition(of: parameter, named: name) {
        values
      } all: {
        all
      }
    }
    return definition(of: parameter, as: parameter.type.valueType)
  }

  private func definition<Value: ParameterValue>(of parameter: Parameter, as type: Value.Type) -> ParameterDefinition {
    let values: @Sendable () async throws -> [ListedValue] = { try await Value.spokenValues().map { ListedValue($0) } }
    return ParameterDefinition(
      name: parameter.name, title: parameter.title,
      list: "\(parameter.name) of type \(parameter.spelledOut.map { "number from \($0)" } ?? "\(parameter.type)")",
      // An answer to a question has only the numbers that the phrases spell out.
      kind: parameter.spelledOut.map(SpokenKind.decimal) ?? parameter.type.spokenKind, isRequired: parameter.isRequired,
      prompt: parameter.prompt,
      hasDefault: parameter.defaultValue != nil, hasResolver: parameter.isResolvedByApp,
      values: Value.spokenKind == nil ? values : nil,
      matching: { try await Value.spokenValues(matching: $0) }, suggestions: { try await Value.suggestedValues() },
      value: { try await Value.value(for: $0)?.inResponses })
  }

  /// - Parameter values: Returns the current values of a list.
  private func definition(
    of parameter: Parameter, named name: String, values: @escaping @Sendable (_ list: String) -> [List.Value]
  ) -> ParameterDefinition {
    let lists = [name] + parameter.otherLists
    return definition(of: parameter, named: name) {
      values(name).map(\.listed)
    } all: {
      lists.flatMap { values($0).map(\.listed) }
    }
  }

  private func definition(
    of parameter: Parameter, named name: String, values: @escaping @Sendable () -> [ListedValue],
    all: @escaping @Sendable () -> [ListedValue]
  ) -> ParameterDefinition {
    ParameterDefinition(
      name: parameter.name, title: parameter.title, list: name, isRequired: parameter.isRequired, prompt: parameter.prompt,
      disambiguationPrompt: parameter.disambiguation, hasDefault: parameter.defaultValue != nil,
      hasResolver: parameter.isResolvedByApp, values: values,
      matching: { name in
        let words = SpokenText.words(of: name)
        return all().filter { $0.isCalled(words) }.map(\.spokenValue)
      }, suggestions: { values().map(\.spokenValue) },
      value: { identifier in all().first { $0.value.identifier == identifier }?.spokenValue })
  }
}

extension IntentsFileContents.List.Value {
  /// The value as the runtime uses it.
  var listed: ListedValue { ListedValue(value: value, display: display) }
}

extension FileParameterType {
  /// The kind of words that the values are parsed from; nil if the values are listed.
  fileprivate var spokenKind: SpokenKind? {
    if case .number(let range?) = self { return .number(range) }
    if case .decimal(let range) = self { return .decimal(range) }
    return valueType.spokenKind
  }

  /// The Swift type of the values; lists have their own values.
  fileprivate var valueType: any ParameterValue.Type {
    switch self {
    case .number: Int.self
    case .decimal: Double.self
    case .amount: CurrencyAmount.self
    case .day: CalendarDay.self
    case .time: TimeOfDay.self
    case .dayAndTime: LocalTime.self
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
    guard self is Int || self is Double else { return value }
    return SpokenValue(identifier: value.identifier, display: value.display, names: value.names, dialogName: value.display)
  }
}
