import VocativeIntents

/// The purpose of money that was spent: an expense, or a purpose that belongs to none.
enum SpendingPurpose: ParameterValue, Equatable {
  case expense(Expense)
  case somethingElse

  /// Spaces keep it apart from the identifiers of expenses.
  private static let other = SpokenValue(
    identifier: "something else", display: "something else", names: ["something else"])

  /// Returns all expenses, and something else as the last value.
  static func spokenValues() async throws -> [SpokenValue] { try await Expense.spokenValues() + [other] }

  /// Returns the purpose with an identifier; nil if the expense was deleted.
  static func value(for identifier: String) async throws -> SpendingPurpose? {
    guard identifier != other.identifier else { return .somethingElse }
    return try await Expense.value(for: identifier).map(SpendingPurpose.expense)
  }

  /// The purpose as a list value.
  var spokenValue: SpokenValue {
    switch self {
    case .expense(let expense): expense.spokenValue
    case .somethingElse: Self.other
    }
  }
}
