public import VocativeIntents
import VocativeUnderstanding

/// Adds a phrase for the most recent request.
public struct AddShortcut: Intent {
  /// The title of the intent.
  public static let title = "Add a shortcut"
  /// A shortcut to this intent would not be useful.
  public static let isEligibleForPrediction = false
  /// The phrase must be speakable, and must not be or sound like an existing one.
  public static let resolvers = [
    ParameterResolver<AddShortcut>(\.$phrase) { intent, phrase in
      guard let shortcut = intent.shortcut else {
        return .unsupported(reason: "There's nothing to make a shortcut for yet.")
      }
      let suggested = try await intent.center.acceptable(shortcut.suggestedInvocationPhrase)
      guard let phrase else {
        return .needsValue(dialog: suggested.map { "What phrase do you want to use? How about \"\($0)\"?" })
      }
      if let suggested, AnswerWords.yes.contains(SpokenText.sentence(of: phrase)) { return .success(suggested) }
      return try await intent.center.resolution(of: phrase)
    }
  ]
  @Parameter(title: "Phrase", prompt: "What phrase do you want to use?") var phrase: String
  @Dependency private var center: VoiceShortcutCenter
  @Dependency private var latest: LatestShortcut

  /// Creates an intent with empty parameters.
  public init() {}

  private var shortcut: Shortcut? { IntentContext.current.flatMap { latest.shortcut(in: $0.session) } }

  /// Asks for confirmation, because the phrase may be misheard.
  public func confirm() async throws -> IntentResponse {
    .ready("Use \"\(phrase)\" for \(shortcut?.title ?? "that")?")
  }

  /// Adds the shortcut.
  public func perform() async throws -> IntentResponse {
    guard let shortcut else { return .failure("There's nothing to make a shortcut for yet.") }
    return await center.add(phrase: phrase, steps: [shortcut]).response
  }
}
