public import VocativeIntents

/// Money set aside for something that recurs, and what is left of it this month.
public struct Expense: Entity, Equatable {
  /// What identifies the expense for good, made from its first name: `summer-vacation`.
  public let id: String
  /// The name its owner gave it, emoji and all.
  public let name: String
  /// What is set aside a month.
  public let budget: CurrencyAmount
  /// What was spent of it this month.
  public let spent: CurrencyAmount

  /// Finds expenses in the store.
  public static let defaultQuery = ExpenseQuery()
  /// The name as its owner wrote it.
  public var displayName: String { name }
  /// The whole name, and each shorter end of it.
  public var spokenNames: [String] { SpokenNames.of(name) }
  /// What is left; negative when more was spent than set aside.
  public var left: CurrencyAmount { budget - spent }

  /// Finds expenses in the store.
  public struct ExpenseQuery: EntityQuery {
    @Dependency private var store: MoneyStore

    /// Every expense.
    public func allEntities() async throws -> [Expense] { try await store.expenses() }
  }
}
