/// A wake phrase that was heard, for who compares rooms.
public struct TurnCall: Equatable, Sendable {
  /// The phrase.
  public let phrase: String
  /// How sure it is, in decades over the phrase's threshold.
  public let score: Double
  /// How loud it was, root mean square in dB below full scale.
  public let level: Double

  /// A wake phrase that was heard.
  public init(phrase: String, score: Double, level: Double) {
    (self.phrase, self.score, self.level) = (phrase, score, level)
  }
}

/// Decides which of several loops that hear the same person answers.
public protocol TurnArbiter: Sendable {
  /// A wake phrase was heard here; called from the loop's own task, which is not to be held up.
  func didHear(_ call: TurnCall)
  /// Whether this loop is to answer what followed; called when it would, and soon decided.
  func mayAnswer(_ call: TurnCall) async -> Bool
}
