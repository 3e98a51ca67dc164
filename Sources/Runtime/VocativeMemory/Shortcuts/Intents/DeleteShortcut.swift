public import VocativeIntents

/// Deletes a voice shortcut, but not the intents that it performs.
public struct DeleteShortcut: Intent {
  /// The title of the intent.
  public static let title = "Delete a shortcut"
  /// A shortcut to this intent would not be useful.
  public static let isEligibleForPrediction = false
  @Parameter(title: "Shortcut", prompt: "Which shortcut?") var shortcut: VoiceShortcut
  @Dependency private var center: VoiceShortcutCenter

  /// Creates an intent with empty parameters.
  public init() {}

  /// Asks for confirmation, because the shortcut may be misheard.
  public func confirm() async throws -> IntentResponse {
    .ready("Delete your shortcut \"\(shortcut.invocationPhrase)\"?")
  }

  /// Deletes the shortcut.
  public func perform() async throws -> IntentResponse { await center.remove(shortcut).response }
}
