public import Foundation
public import VocativeIntents

/// Money that was moved into a goal or out of one.
public struct Transfer: Equatable, Sendable {
  /// The goal it came from; nil when it was safe to spend.
  public let source: Goal.ID?
  /// The goal it went to.
  public let destination: Goal.ID
  /// How much it was.
  public let amount: CurrencyAmount
  /// When.
  public let date: Date
}

/// What came of moving money.
public enum TransferOutcome: Equatable, Sendable {
  /// What was safe to spend is saved for a goal.
  case saved(CurrencyAmount, Goal)
  /// It went from one goal to another; both as they are now.
  case moved(CurrencyAmount, from: Goal, to: Goal)
  /// There is not that much, and nothing was moved.
  case tooLittle
  /// One of the goals is not there any more, and nothing was moved.
  case gone
}
