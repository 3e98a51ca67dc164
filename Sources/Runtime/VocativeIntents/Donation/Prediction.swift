/// A shortcut that a person is likely to want.
public struct Prediction: Equatable, Sendable {
  /// What they are likely to want.
  public let shortcut: Shortcut
  /// Its part of everything that speaks for any shortcut, from 0 to 1.
  public let share: Double
  /// Why, in words: `usually on weekday mornings`.
  public let reason: String
}
