/// A detected wake phrase, for comparing rooms.
public struct TurnCall: Equatable, Sendable {
  /// The phrase.
  public let phrase: String
  /// The certainty, in decades over the phrase's threshold.
  public let score: Double
  /// The level: root mean square in dB below full scale.
  public let level: Double

  /// Creates a call.
  public init(phrase: String, score: Double, level: Double) {
    (self.phrase, self.score, self.level) = (phrase, score, level)
  }
}

/// Decides which of several loops that hear the same person answers.
public protocol TurnArbiter: Sendable {
  /// Reports a wake phrase; called from the loop's own task, so it must not block.
  func didHear(_ call: TurnCall)
  /// Returns whether this loop answers a call; called before it answers, so it must decide quickly.
  func mayAnswer(_ call: TurnCall) async -> Bool
}
