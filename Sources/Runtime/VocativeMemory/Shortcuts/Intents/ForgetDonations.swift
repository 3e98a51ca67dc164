public import VocativeIntents

/// Deletes all donations, from which the assistants learned what to suggest.
public struct ForgetDonations: Intent {
  /// The title of the intent.
  public static let title = "Forget what was learned"
  /// A shortcut to this intent would not be useful.
  public static let isEligibleForPrediction = false
  @Dependency private var memory: AssistantMemory

  /// Creates an intent, which has no parameters.
  public init() {}

  /// Asks for confirmation, because deletion cannot be undone.
  public func confirm() async throws -> IntentResponse {
    guard try await !memory.donations.all(limit: 1).isEmpty else { return .success("I haven't learned anything yet.") }
    return .ready("Forget everything I've learned about what you usually ask for?")
  }

  /// Deletes the donations.
  public func perform() async throws -> IntentResponse {
    try await memory.donations.deleteAll()
    return .success("All right, I've forgotten it.")
  }
}
