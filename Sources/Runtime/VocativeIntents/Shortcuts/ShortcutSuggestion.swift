/// A suggested shortcut with the reason.
public struct ShortcutSuggestion: Equatable, Sendable {
  /// The shortcut.
  public let shortcut: Shortcut
  /// The reason in words: `usually on weekday mornings`.
  public let reason: String

  /// Creates a suggestion.
  public init(shortcut: Shortcut, reason: String) {
    self.shortcut = shortcut
    self.reason = reason
  }
}
