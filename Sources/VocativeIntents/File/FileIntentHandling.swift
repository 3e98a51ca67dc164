import Synchronization

/// Handles a request with an intent of an intents file.
final class FileIntentHandling: IntentHandling {
  private let parameters: [ParameterDefinition]
  private let response: ResponseTemplate
  private let confirmation: ResponseTemplate?
  private let filled = Mutex<[String: SpokenValue]>([:])

  init(parameters: [ParameterDefinition], response: ResponseTemplate, confirmation: ResponseTemplate?) {
    self.parameters = parameters
    self.response = response
    self.confirmation = confirmation
  }

  func resolve(_ name: String, identifier: String?) async throws -> Resolution<SpokenValue> {
    guard let parameter = parameters.first(where: { $0.name == name }) else { return .notRequired }
    guard let identifier else { return parameter.isRequired ? .needsValue() : .notRequired }
    guard let value = try await parameter.value(identifier) else {
      return .unsupported(reason: "That \(parameter.title.lowercased()) is not there any more.")
    }
    filled.withLock { $0[name] = value }
    return .success(value)
  }

  func confirm() async throws -> IntentResponse {
    .ready(confirmation?.rendered(with: shown) ?? "")
  }

  func perform() async throws -> IntentResponse { .success(response.rendered(with: shown)) }

  func associatedShortcuts() async throws -> [Shortcut] { [] }

  private var shown: [String: String] { filled.withLock { $0.mapValues(\.dialogName) } }
}
