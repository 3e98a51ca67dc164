public import Foundation
public import VocativeIntents

/// A transfer into or out of a goal.
public struct Transfer: Equatable, Sendable {
  /// The source goal; nil if the money was safe to spend, or the goal was deleted.
  public let source: Goal.ID?
  /// The destination goal; nil if the money is safe to spend, or the goal was deleted.
  public let destination: Goal.ID?
  /// The amount.
  public let amount: CurrencyAmount
  /// The time of the transfer.
  public let date: Date
}

/// The outcome of a transfer.
public enum TransferOutcome: Equatable, Sendable {
  /// Money that was safe to spend is now saved for a goal.
  case saved(CurrencyAmount, Goal)
  /// Money moved from one goal to another; both goals have their new balances.
  case moved(CurrencyAmount, from: Goal, to: Goal)
  /// There is not enough money; nothing was moved.
  case insufficientFunds
  /// The goals are saved in different accounts; nothing was moved.
  case differentAccounts
  /// One of the goals does not exist anymore; nothing was moved.
  case missingGoal
}
