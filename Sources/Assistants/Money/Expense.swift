public import VocativeIntents

/// A monthly budget for a recurring expense, with the amount spent this month.
public struct Expense: Entity, Equatable {
  /// The permanent identifier, derived from the original name: `summer-vacation`.
  public let id: String
  /// The name that the owner gave it, including emoji.
  public let name: String
  /// The monthly budget.
  public let budget: CurrencyAmount
  /// The amount spent this month.
  public let spent: CurrencyAmount

  /// Finds expenses in the store.
  public static let defaultQuery = ExpenseQuery()
  /// The name in the spelling of the owner.
  public var displayName: String { name }
  /// The full name and each of its shorter endings.
  public var spokenNames: [String] { SpokenNames.of(name) }
  /// The remaining budget; negative if overspent.
  public var left: CurrencyAmount { budget - spent }

  /// Finds expenses in the store.
  public struct ExpenseQuery: EntityQuery {
    @Dependency private var store: MoneyStore

    /// Returns all expenses.
    public func allEntities() async throws -> [Expense] { try await store.expenses() }
  }
}
