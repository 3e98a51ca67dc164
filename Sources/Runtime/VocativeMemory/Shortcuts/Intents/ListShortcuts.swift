public import VocativeIntents
import VocativeUnderstanding

/// Lists the voice shortcuts.
public struct ListShortcuts: Intent {
  /// The title of the intent.
  public static let title = "List shortcuts"
  /// A shortcut to this intent would not be useful.
  public static let isEligibleForPrediction = false
  @Dependency private var center: VoiceShortcutCenter

  /// Creates an intent, which has no parameters.
  public init() {}

  /// Says the phrases, newest first.
  public func perform() async throws -> IntentResponse {
    let (shown, hiddenCount) = try await center.allShown()
    let shortcuts = shown.reversed()
    let hidden = hiddenCount == 0 ? "" : " You also have \(SpokenNumber.count(hiddenCount, "private one"))."
    guard !shortcuts.isEmpty else {
      return .success(
        hiddenCount == 0
          ? "You don't have any shortcuts yet." : "You have \(SpokenNumber.count(hiddenCount, "private shortcut")).")
    }
    var rows: [ResponseCard.Row] = []
    for shortcut in shortcuts { rows.append(.init(shortcut.invocationPhrase, await center.titled(shortcut).title)) }
    let names = SpokenList.of(shortcuts.map(\.dialogName))
    return .success(
      "You have \(SpokenNumber.count(shortcuts.count, "shortcut")): \(names).\(hidden)",
      card: ResponseCard(title: "Shortcuts", rows: rows))
  }
}
