/// Changes the phrase of a shortcut.
public struct EditShortcut: Intent {
  /// What the intent is for.
  public static let title = "Change a shortcut"
  /// A shortcut to changing shortcuts helps nobody.
  public static let isEligibleForPrediction = false
  /// The phrase must be sayable, and not be or sound like another.
  public static let resolvers = [
    ParameterResolver<EditShortcut>(\.$phrase) { intent, phrase in
      try await intent.center.resolution(of: phrase, except: intent.shortcut.id)
    }
  ]
  @Parameter(title: "Shortcut", prompt: "Which shortcut?") var shortcut: VoiceShortcut
  @Parameter(title: "Phrase", prompt: "What do you want to say for it?") var phrase: String
  @Dependency private var center: VoiceShortcutCenter

  /// An intent whose shortcut and phrase are still to be filled.
  public init() {}

  /// Asks whether the phrase is right: it may have been misheard.
  public func confirm() async throws -> IntentResponse {
    .ready("Shall \"\(phrase)\" stand for it instead of \"\(shortcut.invocationPhrase)\"?")
  }

  /// Changes the phrase.
  public func perform() async throws -> IntentResponse {
    await center.update(id: shortcut.id, phrase: phrase).response
  }
}
