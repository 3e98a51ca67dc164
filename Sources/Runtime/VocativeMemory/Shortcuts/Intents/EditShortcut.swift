public import VocativeIntents

/// Changes the phrase of a shortcut.
public struct EditShortcut: Intent {
  /// The title of the intent.
  public static let title = "Change a shortcut"
  /// A shortcut to this intent would not be useful.
  public static let isEligibleForPrediction = false
  /// The phrase must be speakable, and must not be or sound like an existing one.
  public static let resolvers = [
    ParameterResolver<EditShortcut>(\.$phrase) { intent, phrase in
      try await intent.center.resolution(of: phrase, except: intent.shortcut.id)
    }
  ]
  @Parameter(title: "Shortcut", prompt: "Which shortcut?") var shortcut: VoiceShortcut
  @Parameter(title: "Phrase", prompt: "What phrase do you want to use?") var phrase: String
  @Dependency private var center: VoiceShortcutCenter

  /// Creates an intent with empty parameters.
  public init() {}

  /// Asks for confirmation, because the phrase may be misheard.
  public func confirm() async throws -> IntentResponse {
    .ready("Use \"\(phrase)\" instead of \"\(shortcut.invocationPhrase)\"?")
  }

  /// Changes the phrase.
  public func perform() async throws -> IntentResponse {
    await center.update(id: shortcut.id, phrase: phrase).response
  }
}
