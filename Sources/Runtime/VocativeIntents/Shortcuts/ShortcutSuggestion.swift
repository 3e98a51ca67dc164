/// A shortcut to offer, and why.
public struct ShortcutSuggestion: Equatable, Sendable {
  /// What to offer.
  public let shortcut: Shortcut
  /// Why, in words: `usually on weekday mornings`.
  public let reason: String

  /// A shortcut to offer for a reason.
  public init(shortcut: Shortcut, reason: String) {
    self.shortcut = shortcut
    self.reason = reason
  }
}
