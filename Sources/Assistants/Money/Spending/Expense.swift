public import VocativeIntents

/// A budget for a recurring expense, with the amount spent in the current period.
public struct Expense: Entity, Equatable {
  /// The permanent identifier, derived from the original name: `summer-vacation`.
  public let id: String
  /// The name that the owner gave it, including emoji.
  public let name: String
  /// The budget of a period.
  public let budget: CurrencyAmount
  /// The amount spent in the current period.
  public let spent: CurrencyAmount
  /// The period, after which the budget is full again.
  public let period: Period
  /// The account that it is paid from.
  public let account: SpendingAccount

  /// The periods of budgets.
  public enum Period: String, ParameterEnum, Codable {
    /// From Monday on.
    case weekly
    /// From the first of the month on.
    case monthly

    /// The word before "expense", and other words for it.
    public var spokenNames: [String] {
      self == .weekly ? ["weekly", "every week", "a week"] : ["monthly", "every month", "a month"]
    }
    /// The words after an amount: `a week`.
    var dialog: String { self == .weekly ? "a week" : "a month" }
  }

  /// Finds expenses in the store.
  public static let defaultQuery = ExpenseQuery()
  /// The name in the spelling of the owner.
  public var displayName: String { name }
  /// The full name and each of its shorter endings.
  public var spokenNames: [String] { MoneyName.spoken(name) }
  /// The remaining budget; negative if overspent.
  public var left: CurrencyAmount { budget - spent }

  /// Finds expenses in the store.
  public struct ExpenseQuery: EntityQuery {
    @Dependency private var store: MoneyStore

    /// Returns all expenses.
    public func allEntities() async throws -> [Expense] { try await store.expenses() }
  }
}
