public import VocativeIntents
import VocativeUnderstanding

/// Suggests shortcuts for the current time.
public struct SuggestShortcuts: Intent {
  /// The title of the intent.
  public static let title = "Suggest shortcuts"
  /// A shortcut to this intent would not be useful.
  public static let isEligibleForPrediction = false
  private static let maxCount = 3
  @Dependency private var memory: AssistantMemory
  @Dependency private var clock: WallClock

  /// Creates an intent, which has no parameters.
  public init() {}

  /// Says the likeliest shortcuts and shows their phrases.
  public func perform() async throws -> IntentResponse {
    let suggestions = try await memory.shortcutSuggestions(
      at: clock.now(), place: IntentContext.current?.room, calendar: clock.calendar, limit: Self.maxCount)
    guard !suggestions.isEmpty else { return .success("I don't have any suggestions yet.") }
    let titles = suggestions.map { SpokenText.sentence(of: $0.shortcut.title) }
    return .success(
      // A title is a noun or a verb: "safe to spend", "call the clinic".
      "Here's what I'd suggest: \(SpokenList.of(titles.filter { !$0.isEmpty })).",
      card: ResponseCard(title: "Suggestions", rows: suggestions.map { .init($0.shortcut.title, $0.reason) }))
  }
}
