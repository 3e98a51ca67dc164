/// Resolves, confirms and performs a single request.
package protocol IntentHandling: Sendable {
  /// Resolves a parameter and fills it if there is a value; `identifier` is nil if no value was spoken.
  func resolve(_ parameter: String, identifier: String?) async throws -> Resolution<SpokenValue>
  /// Returns the question to ask before it is performed; an empty dialog to go ahead.
  func confirm() async throws -> IntentResponse
  /// Performs the request.
  func perform() async throws -> IntentResponse
  /// Returns the requests that may deserve a phrase after this one.
  func associatedShortcuts() async throws -> [Shortcut]
  /// The group of its donations after it was performed; nil for none.
  var donationGroup: String? { get }
}

extension IntentHandling {
  /// There is no group.
  package var donationGroup: String? { nil }
}

/// Handles a request for an intent declared in Swift.
struct DeclaredIntentHandling<Declared: Intent>: IntentHandling {
  private let intent = Declared()

  func resolve(_ name: String, identifier: String?) async throws -> Resolution<SpokenValue> {
    guard let parameter = intent.parameters.first(where: { $0.name == name })?.parameter else { return .notRequired }
    let gone = Resolution<SpokenValue>.unsupported(reason: "That \(parameter.title.lowercased()) isn't there anymore.")
    if let identifier, try await !parameter.fill(with: identifier) { return gone }
    guard let resolver = Declared.resolvers.first(where: { $0.name == name }) else {
      if let value = parameter.filled { return .success(value) }
      return parameter.isRequired ? .needsValue() : .notRequired
    }
    let resolution = try await resolver.resolve(intent)
    switch resolution {
    case .success(let value), .confirmationRequired(let value, _):
      // A resolver may choose what its query does not find, and the request must not be performed without it.
      if parameter.filled?.identifier != value.identifier, try await !parameter.fill(with: value.identifier) { return gone }
    case .notRequired:
      parameter.clear()
      if parameter.isRequired { return .needsValue() }
    case .needsValue, .disambiguation, .unsupported: break
    }
    return resolution
  }

  func confirm() async throws -> IntentResponse { try await intent.confirm() }
  func perform() async throws -> IntentResponse {
    let names = intent.parameters.map { (ObjectIdentifier($0.parameter), $0.name) }
    return try await PerformedParameters.$names.withValue(Dictionary(names) { first, _ in first }) {
      try await intent.perform()
    }
  }
  func associatedShortcuts() async throws -> [Shortcut] { try await intent.associatedShortcuts() }
  var donationGroup: String? { intent.donationGroup }
}
