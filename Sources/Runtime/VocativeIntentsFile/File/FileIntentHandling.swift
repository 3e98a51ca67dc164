import Logging
import Synchronization
import VocativeIntents
import VocativeUnderstanding

/// Resolves, confirms and performs one request for an intent of an intents file.
final class FileIntentHandling: IntentHandling {
  private let responder: FileIntentResponder
  private let parameters: [ParameterDefinition]
  private let defaults: [String: String]
  private let logger: Logger
  private let filled = Mutex<[String: SpokenValue]>([:])

  init(
    responder: FileIntentResponder, parameters: [ParameterDefinition], defaults: [String: String], logger: Logger
  ) {
    self.responder = responder
    self.parameters = parameters
    self.defaults = defaults
    self.logger = logger
  }

  func resolve(_ name: String, identifier: String?) async throws -> Resolution<SpokenValue> {
    guard let parameter = parameters.first(where: { $0.name == name }) else { return .notRequired }
    guard let identifier = identifier ?? defaults[name] else { return parameter.isRequired ? .needsValue() : .notRequired }
    guard let value = try await parameter.value(identifier) else {
      return .unsupported(reason: "That \(parameter.title.lowercased()) isn't there anymore.")
    }
    filled.withLock { $0[name] = value }
    return .success(value)
  }

  func confirm() async throws -> IntentResponse { .ready(responder.confirmation(of: filled.withLock { $0 })) }

  /// The maximum number of questions of a handler.
  private static let maxQuestions = 10

  func perform() async throws -> IntentResponse {
    let context = IntentContext.current
    for count in 0...Self.maxQuestions {
      let filled = filled.withLock { $0 }
      let values = try await values(filled)
      let result = await responder.respond(with: filled, values: values, context: context, logger: logger)
      switch result {
      case .responds(let response): return response
      case .asks where count == Self.maxQuestions: break
      case .asks(let question):
        guard let parameter = parameters.first(where: { $0.name == question.parameter }) else {
          let known = parameters.map(\.name).joined(separator: ", ")
          (context?.logger ?? logger).error(
            "\(responder.intent.name): its handler asks for \"\(question.parameter)\"; the parameters are: \(known)")
          return .broken
        }
        try await ask(question, parameter, in: context)
      }
    }
    (context?.logger ?? logger).error(
      "\(responder.intent.name): its handler asks more than \(Self.maxQuestions) times; answer without \"ask\"")
    return .broken
  }

  /// Returns the values one by one, also those of a parameter that takes several.
  private func values(_ filled: [String: SpokenValue]) async throws -> [SpokenValue] {
    var values: [SpokenValue] = []
    for (name, value) in filled {
      guard let parameter = parameters.first(where: { $0.name == name }), parameter.isMultiple else {
        values.append(value)
        continue
      }
      for identifier in ValueList.values(of: value.identifier) {
        guard let single = try await parameter.value(ValueList.text(of: [identifier])) else { continue }
        values.append(
          SpokenValue(identifier: identifier, display: single.display, names: single.names, dialogName: single.dialogName))
      }
    }
    return values
  }

  /// Asks the person for a value, and fills it.
  private func ask(_ question: HandlerQuestion, _ parameter: ParameterDefinition, in context: IntentContext?) async throws {
    var choices: [SpokenValue] = []
    for identifier in question.values {
      let value = try await parameter.value(identifier)
      choices.append(value ?? SpokenValue(identifier: identifier, display: identifier, names: [identifier]))
    }
    let asked = PerformanceQuestion(
      parameter: parameter.name, choices.isEmpty ? .value : .choice(choices), dialog: question.dialog)
    guard let ask = context?.ask, case .value(let identifier) = try await ask(asked) else { throw IntentCancellation() }
    let known = try await parameter.value(identifier)
    guard let value = known ?? choices.first(where: { $0.identifier == identifier }) else { throw IntentCancellation() }
    filled.withLock { $0[parameter.name] = value }
  }

  func associatedShortcuts() async throws -> [Shortcut] { [] }
}
