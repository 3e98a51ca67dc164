import Logging
import Synchronization
import VocativeIntents

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

  func confirm() async throws -> IntentResponse { .ready(responder.confirmation(of: shown)) }

  func perform() async throws -> IntentResponse {
    await responder.respond(
      values: filled.withLock { $0.mapValues(\.identifier) }, shown: shown, context: IntentContext.current, logger: logger)
  }

  func associatedShortcuts() async throws -> [Shortcut] { [] }

  private var shown: [String: String] { filled.withLock { $0.mapValues(\.dialogName) } }
}
