public import VocativeIntents
import VocativeUnderstanding

/// Lists the expenses.
public struct ListExpenses: Intent {
  /// The title of the intent.
  public static let title = "List expenses"
  @Dependency private var store: MoneyStore

  /// Creates an intent, which has no parameters.
  public init() {}

  /// Says the expenses and what is left for each.
  public func perform() async throws -> IntentResponse {
    let expenses = try await store.expenses()
    guard !expenses.isEmpty else { return .success("You don't have any expenses yet. Say: add an expense.") }
    let names = expenses.map { "\($0.dialogName) with \($0.leftDialog)" }
    let card = ResponseCard(
      title: "Expenses", rows: expenses.map { .init($0.name, "\($0.left.written) of \($0.budget.written)") })
    return .success("You have \(SpokenNumber.count(expenses.count, "expense")): \(SpokenList.of(names)).", card: card)
  }
}
