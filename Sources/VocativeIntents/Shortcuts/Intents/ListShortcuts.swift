import VocativeUnderstanding

/// Which voice shortcuts there are.
public struct ListShortcuts: Intent {
  /// What the intent is for.
  public static let title = "List shortcuts"
  /// A shortcut to listing shortcuts helps nobody.
  public static let isEligibleForPrediction = false
  @Dependency private var center: VoiceShortcutCenter

  /// An intent without parameters.
  public init() {}

  /// Says the phrases, the newest first.
  public func perform() async throws -> IntentResponse {
    let shortcuts = try await center.all().reversed()
    guard !shortcuts.isEmpty else { return .success("You have no shortcuts.") }
    let names = SpokenList.of(shortcuts.map(\.dialogName))
    return .success(
      "You have \(SpokenNumber.count(shortcuts.count, "shortcut")): \(names).",
      card: ResponseCard(title: "Shortcuts", rows: shortcuts.map { .init($0.invocationPhrase, $0.title) }))
  }
}
