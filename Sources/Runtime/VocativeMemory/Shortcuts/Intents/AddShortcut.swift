public import VocativeIntents

/// Adds a phrase for the most recent request.
public struct AddShortcut: Intent {
  /// The title of the intent.
  public static let title = "Add a shortcut"
  /// A shortcut to this intent would not be useful.
  public static let isEligibleForPrediction = false
  @Parameter(title: "Phrase", prompt: "What phrase do you want to use?") var phrase: String?
  @Dependency private var center: VoiceShortcutCenter
  @Dependency private var latest: LatestShortcut

  /// Creates an intent with empty parameters.
  public init() {}

  /// Asks for a phrase, which must be speakable and must not be or sound like an existing one, and adds it.
  public func perform() async throws -> IntentResponse {
    guard let shortcut = IntentContext.current.flatMap({ latest.shortcut(in: $0.session) }) else {
      return .failure("There's nothing to make a shortcut for yet.")
    }
    return try await center.add(shortcut, asking: $phrase).response
  }
}
