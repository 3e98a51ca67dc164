public import VocativeIntents

/// A shortcut that a person is likely to want.
public struct Prediction: Equatable, Sendable {
  /// The shortcut.
  public let shortcut: Shortcut
  /// Its share of the votes for all shortcuts, from 0 to 1.
  public let share: Double
  /// The reason in words: `usually on weekday mornings`.
  public let reason: String
}
