public import VocativeIntents

/// Changes the phrase of a shortcut.
public struct EditShortcut: Intent {
  /// The title of the intent.
  public static let title = "Change a shortcut"
  /// A shortcut to this intent would not be useful.
  public static let isEligibleForPrediction = false
  @Parameter(title: "Shortcut", prompt: "Which shortcut?") var shortcut: VoiceShortcut
  @Parameter(title: "Phrase", prompt: "What phrase do you want to use?") var phrase: String?
  @Dependency private var center: VoiceShortcutCenter

  /// Creates an intent with empty parameters.
  public init() {}

  /// Asks for a phrase, which must be speakable and must not be or sound like an existing one, and changes it.
  public func perform() async throws -> IntentResponse { try await center.edit(shortcut, asking: $phrase).response }
}
