import AppProtocol
import Foundation
import JSONValues
import VocativeIntents
import VocativeMemory
import VocativeUnderstanding

/// An assistant that cannot be an app.
struct UnsuitableAssistant: Error, CustomStringConvertible {
  let description: String
}

extension AppHello {
  /// Creates the hello of an assistant declared in Swift.
  ///
  /// - Throws: `UnsuitableAssistant` for an intents file, or an error of the assistant's store.
  init(_ assistant: Assistant, lists: [String: JSONValue], memory: AssistantMemory) async throws {
    guard assistant.rules.isEmpty else {
      throw UnsuitableAssistant(
        description: "an intents file is not an app; install it as \(assistant.name).intents.yaml")
    }
    let own = assistant.intents.filter { !$0.isCommon }
    var declaration: [String: JSONValue] = [
      "language": .string("en"),
      "wake": .array(
        assistant.wakePhrases.map { phrase in
          guard let scope = assistant.wakeScopes[phrase] else { return .string(phrase) }
          return .object(["phrase": .string(phrase), "assistants": .array(scope.map(JSONValue.string))])
        }),
      "spoken": .array(assistant.spokenNames.map(JSONValue.string)),
      "ambiguity": .string(assistant.ambiguity == .first ? "first" : "refused"),
      "shortcuts": .boolean(own.count < assistant.intents.count),
      "intents": .object(Dictionary(own.map { ($0.name, $0.json) }) { first, _ in first }),
      "lists": .object(lists),
    ]
    if !assistant.pronunciations.isEmpty {
      declaration["pronunciations"] = JSONValue.texts(assistant.pronunciations.mapValues { $0.joined(separator: " ") })
    }
    let suggestions = try await memory.shortcuts.suggestions()
    let relevant = try await memory.relevantShortcuts.all()
    self.init(
      declaration: declaration, suggestions: suggestions.prefix(AppLimits.maxItems).map { AppShortcut($0) },
      relevant: relevant.prefix(AppLimits.maxItems).map { AppRelevantShortcut($0) },
      activities: assistant.activities.values.map(\.type).sorted { $0.identifier < $1.identifier }.map {
        ActivityType($0.identifier, eligibility: $0.eligibility.map(\.rawValue).sorted())
      })
  }
}

extension IntentDefinition {
  fileprivate var json: JSONValue {
    var entries: [String: JSONValue] = [
      "title": .string(title), "phrases": .array(phrases.map { .string($0.text) }), "confirm": .boolean(true),
      "authentication": .string(isPrivate ? "required" : "none"), "prediction": .boolean(isEligibleForPrediction),
    ]
    if let summary { entries["summary"] = .string(summary.text) }
    if let resultType { entries["returns"] = .string(resultType.name) }
    if let suggestedInvocationPhrase { entries["suggestedPhrase"] = .string(suggestedInvocationPhrase) }
    if !parameters.isEmpty {
      entries["parameters"] = .object(Dictionary(parameters.map { ($0.name, $0.json) }) { first, _ in first })
    }
    return .object(entries)
  }
}

extension ParameterDefinition {
  fileprivate var json: JSONValue {
    var entries: [String: JSONValue] = [
      "title": .string(title), "required": .boolean(isRequired), "resolve": .boolean(true),
    ]
    if isMultiple { entries["multiple"] = .boolean(true) }
    if let prompt { entries["prompt"] = .string(prompt) }
    if let disambiguationPrompt { entries["disambiguation"] = .string(disambiguationPrompt) }
    switch kind {
    case nil: entries["list"] = .string(list)
    case .number(let range)?:
      entries["type"] = .string("number")
      entries["range"] = .array([.integer(range.lowerBound), .integer(range.upperBound)])
    case .decimal(let range)?:
      entries["type"] = .string("number")
      entries["range"] = .array([range.from, range.through].map(\.json))
      entries["step"] = range.step.json
    case .amount?: entries["type"] = .string("amount")
    case .day?: entries["type"] = .string("day")
    // The protocol has no times without a half of the day; with such a type, they are said with it.
    case .timeOfDay?, .clockTime?: entries["type"] = .string("time")
    case .dayAndTime?: entries["type"] = .string("day-and-time")
    case .duration?: entries["type"] = .string("duration")
    case .text?: entries["type"] = .string("text")
    }
    return .object(entries)
  }
}

extension DecimalNumber {
  fileprivate var json: JSONValue { .double(Double(hundredths) / 100) }
}

extension [ListedValue] {
  /// The values as an intents file has them; one without a name cannot be said.
  var json: JSONValue {
    .array(
      compactMap { listed in
        let names = listed.value.spoken.compactMap(\.plainWords).filter { !$0.isEmpty }.map { $0.joined(separator: " ") }
        guard !names.isEmpty else { return nil }
        var entries: [String: JSONValue] = [
          "id": .string(listed.value.identifier), "spoken": .array(names.map(JSONValue.string)),
          "display": .string(listed.display),
        ]
        if !listed.value.pronunciations.isEmpty {
          entries["pronunciation"] = JSONValue.texts(listed.value.pronunciations.mapValues { $0.joined(separator: " ") })
        }
        return .object(entries)
      })
  }
}

extension JSONValue {
  fileprivate static func texts(_ texts: [String: String]) -> JSONValue { .object(texts.mapValues(JSONValue.string)) }
}

// MARK: Messages

extension AppShortcut {
  init(_ shortcut: Shortcut) {
    self.init(
      intent: shortcut.intent, values: shortcut.values, title: shortcut.title.asLabel,
      phrase: shortcut.suggestedInvocationPhrase?.asLabel)
  }
}

extension AppRelevantShortcut {
  init(_ relevant: RelevantShortcut) {
    self.init(
      AppShortcut(relevant.shortcut),
      when: relevant.providers.map { Condition($0) })
  }
}

extension AppRelevantShortcut.Condition {
  fileprivate init(_ provider: RelevanceProvider) {
    switch provider {
    case .place(let name): self = .place(name)
    case .dailyRoutine(let routine): self = .routine(routine.rawValue)
    case .dates(let interval): self = .dates(after: interval.start.formatted(.iso8601), before: interval.end.formatted(.iso8601))
    case .clock(let window):
      self = .clock(
        from: Self.time(window.start), to: Self.time(window.end),
        days: window.weekdays.sorted { $0.rawValue < $1.rawValue }.map { $0.name.lowercased() })
    case .all(let providers): self = .all(providers.map { Self($0) })
    }
  }

  private static func time(_ minutes: Int) -> String {
    "\((minutes / 60 % 24).digits(2)):\((minutes % 60).digits(2))"
  }
}

extension AppValue {
  init(_ value: SpokenValue) { self.init(value.identifier, display: value.display.asLabel) }
}

extension AppResponse {
  init(_ response: IntentResponse) {
    self.init(Code(rawValue: response.code.rawValue) ?? .failure, dialog: response.dialog.asDialog)
    card = response.card.map { AppCard($0) }
    hasUpdates = response.updates != nil
    activity = response.activity.map { AppActivity(type: $0.type.identifier, title: $0.title.asLabel, state: $0.state) }
    followUp = response.followUp?.intents
    value = response.value.map { AppValue($0) }
  }
}
