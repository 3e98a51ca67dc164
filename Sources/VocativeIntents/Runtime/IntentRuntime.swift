public import Logging
public import VocativeUnderstanding

/// A request on its way: the intent and the parameters known so far.
public struct IntentRequest: Equatable, Sendable {
  /// The intent's name.
  public let intent: String
  /// Identifiers of the parameters' values by name.
  public var values: [String: String]

  /// A request with what was said so far.
  public init(intent: String, values: [String: String]) {
    self.intent = intent
    self.values = values
  }
}

/// What came of a request.
public enum IntentOutcome: Equatable, Sendable {
  /// It was handled.
  case responded(IntentResponse)
  /// A parameter is missing: what to ask, and which parameter the answer is for.
  case needsValue(parameter: String, dialog: String)
}

/// Resolves and handles requests to one assistant.
public struct IntentRuntime: Sendable {
  /// The assistant.
  public let assistant: Assistant
  private let handlerLimit: Duration
  private let clock: any Clock<Duration>
  private let logger: Logger

  /// A runtime for an assistant.
  ///
  /// - Parameter handlerLimit: How long a handler may take before the person is told that it took too long.
  public init(
    assistant: Assistant, handlerLimit: Duration = .seconds(10), clock: any Clock<Duration> = ContinuousClock(), logger: Logger
  ) {
    self.assistant = assistant
    self.handlerLimit = handlerLimit
    self.clock = clock
    self.logger = logger
  }

  /// Everything that may be said to the assistant now, with the values its lists have now.
  ///
  /// - Throws: What a list's query throws.
  public func grammar() async throws -> Grammar {
    try await Dependencies.$current.withValue(assistant.dependencies) {
      var grammar = Grammar(phrases: assistant.intents.flatMap(\.phrases), rules: assistant.rules)
      for intent in assistant.intents {
        for parameter in intent.parameters {
          grammar.slotLists[intent.name, default: [:]][parameter.name] = parameter.list
          if grammar.lists[parameter.list] == nil, let values = parameter.values {
            grammar.lists[parameter.list] = try await values()
          }
        }
      }
      return grammar
    }
  }

  /// What may be said when a value of a parameter was asked for: its values, with the parameter's name as the slot.
  public func answerGrammar(for parameter: String, of intent: String, in grammar: Grammar) -> Grammar {
    var narrowed = grammar
    narrowed.phrases = [
      Grammar.Phrase(intent: intent, template: .slot(name: parameter, list: nil), text: "{\(parameter)}")
    ]
    return narrowed
  }

  /// Fills the intent's parameters and performs it, or says which parameter is missing.
  ///
  /// Never throws: what a handler throws is logged and becomes a failure with something to say.
  public func perform(_ request: IntentRequest) async -> IntentOutcome {
    guard let intent = assistant.intent(named: request.intent) else {
      return .responded(.failure("I do not know how to do that."))
    }
    for parameter in intent.parameters where parameter.isRequired && request.values[parameter.name] == nil {
      return .needsValue(parameter: parameter.name, dialog: parameter.prompt ?? "Which \(parameter.title.lowercased())?")
    }
    let response = await withTimeLimit(handlerLimit, clock: clock) { [assistant, logger] in
      await Dependencies.$current.withValue(assistant.dependencies) {
        do {
          return try await intent.perform(request.values)
        } catch {
          logger.error("\(intent.name) failed: \(error)")
          return IntentResponse.failure("Something went wrong with \(intent.title.lowercased()).")
        }
      }
    }
    if let response { return .responded(response) }
    logger.error("\(intent.name) was given up after \(handlerLimit)")
    return .responded(.failure("\(intent.title) took too long."))
  }
}
