import VocativeUnderstanding

/// What somebody may want to do now.
public struct SuggestShortcuts: Intent {
  /// What the intent is for.
  public static let title = "Suggest shortcuts"
  /// A shortcut to suggestions helps nobody.
  public static let isEligibleForPrediction = false
  private static let most = 3
  @Dependency private var memory: AssistantMemory
  @Dependency private var clock: WallClock

  /// An intent without parameters.
  public init() {}

  /// Says the likeliest shortcuts, with the phrase that each can be called by.
  public func perform() async throws -> IntentResponse {
    let suggestions = try await memory.shortcutSuggestions(at: clock.now(), calendar: clock.calendar, limit: Self.most)
    guard !suggestions.isEmpty else { return .success("I have nothing to suggest yet.") }
    let titles = suggestions.map { SpokenText.sentence(of: $0.shortcut.title) }
    return .success(
      "You may want \(SpokenList.of(titles.filter { !$0.isEmpty })).",
      card: ResponseCard(title: "Suggestions", rows: suggestions.map { .init($0.shortcut.title, $0.reason) }))
  }
}
