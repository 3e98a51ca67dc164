public import VocativeIntents

/// An account that goals and expenses are paid from.
public enum SpendingAccount: String, ParameterEnum, Codable {
  /// The owner's own account.
  case personal
  /// The account that the owner shares with another person.
  case shared

  /// The account as a kind.
  var kind: MoneyStore.AccountKind { self == .personal ? .personal : .shared }

  /// The amount that can be spent from it, in words.
  func safeDialog(_ available: CurrencyAmount) -> String {
    switch self {
    case .personal: available.cents > 0 ? "You only have \(available.spoken) safe to spend." : "You have nothing safe to spend."
    case .shared:
      available.cents > 0
        ? "There's only \(available.spoken) left in your shared account." : "There's nothing left in your shared account."
    }
  }
}
