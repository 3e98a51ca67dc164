import Synchronization
import VocativeUnderstanding

extension Guide {
  /// The assistant that explains others, and answers a person who wants nothing after all.
  ///
  /// - Parameter additions: Further intents of the program; nil for none.
  static func assistant(for others: [Assistant], with additions: RuntimeIntents?) -> Assistant {
    var intents = [
      intent(
        "WhatCanISay", title: "What can I say", phrases: ["what can i (say|ask)", "what can you do", "help [me]"],
        parameters: []),
      intent(
        "NeverMind", title: "Never mind", phrases: ["never mind", "forget it"], parameters: [],
        makeHandling: { NeverMindHandling() }),
    ]
    if others.count > 1 {
      intents.append(
        intent(
          "WhatCanAssistantDo", title: "What can it do",
          phrases: ["what can {\(parameter)} do", "what can i (say to|ask) {\(parameter)}", "help with {\(parameter)}"],
          parameters: [definition(for: others)]))
    }
    return Assistant(
      name: name, wakePhrases: [], intents: intents + (additions?.intents ?? []), rules: [:],
      dependencies: additions?.dependencies ?? Dependencies(), location: nil, ambiguity: .first)
  }

  private static func intent(
    _ name: String, title: String, phrases: [String], parameters: [ParameterDefinition],
    makeHandling: (@Sendable () -> any IntentHandling)? = nil
  ) -> IntentDefinition {
    IntentDefinition(
      name: name, title: title,
      phrases: phrases.compactMap { text in
        (try? Template(text)).map { Grammar.Phrase(intent: name, template: $0, text: text) }
      },
      parameters: parameters, isEligibleForPrediction: false,
      makeHandling: makeHandling ?? { GuideHandling(assistants: parameters) })
  }

  private static func definition(for others: [Assistant]) -> ParameterDefinition {
    let values = others.map { SpokenValue(identifier: $0.name, display: $0.title, names: $0.spokenNames) }
    return ParameterDefinition(
      name: parameter, title: "Assistant", list: "assistants", isRequired: true, prompt: "Which one?",
      values: { values.map { ListedValue($0) } },
      matching: { name in
        let words = SpokenText.words(of: name)
        return values.filter { $0.names.contains { SpokenText.words(of: $0) == words } }
      }, value: { identifier in values.first { $0.identifier == identifier } })
  }
}

/// Answers a person who wakes the assistant and wants nothing after all.
private struct NeverMindHandling: IntentHandling {
  func resolve(_ parameter: String, identifier: String?) async throws -> Resolution<SpokenValue> { .notRequired }
  func confirm() async throws -> IntentResponse { .ready() }
  func perform() async throws -> IntentResponse { .success("All right.") }
  func associatedShortcuts() async throws -> [Shortcut] { [] }
}

/// Handles a request to the guide.
private final class GuideHandling: IntentHandling {
  private let assistants: [ParameterDefinition]
  private let guide = Dependency<Guide>()
  private let chosen = Mutex<String?>(nil)

  init(assistants: [ParameterDefinition]) { self.assistants = assistants }

  func resolve(_ parameter: String, identifier: String?) async throws -> Resolution<SpokenValue> {
    guard let identifier else { return .needsValue() }
    guard let value = try await assistants.first?.value(identifier) else {
      return .unsupported(reason: "That isn't there anymore.")
    }
    chosen.withLock { $0 = identifier }
    return .success(value)
  }

  func confirm() async throws -> IntentResponse { .ready() }
  func perform() async throws -> IntentResponse {
    let name = chosen.withLock { $0 }
    return try await guide.wrappedValue.response(about: name)
  }
  func associatedShortcuts() async throws -> [Shortcut] { [] }
}
