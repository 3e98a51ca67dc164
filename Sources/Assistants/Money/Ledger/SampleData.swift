import GRDB
import VocativeIntents

/// The sample data, with which Money can be tried.
enum SampleData {
  private static let goals: [(name: String, saved: Int, target: Int)] = [
    ("🏖 Summer Vacation", 124_000, 200_000),
    ("💻 New Computer", 85_000, 150_000),
    ("💍 Engagement Ring", 30_000, 450_000),
    ("🚨 Emergency Fund", 200_000, 600_000),
  ]
  private static let expenses: [(name: String, budget: Int, spent: Int)] = [
    ("☕ Coffee", 4_000, 1_750),
    ("🛒 Grocery", 40_000, 27_325),
    ("🏠 Rent", 95_000, 95_000),
    ("🍻 Happy Hour", 8_000, 2_400),
  ]
  private static let balances: [(MoneyStore.AccountKind, Int)] = [
    (.personal, 612_480), (.shared, 231_000), (.protected, 850_000),
  ]

  /// Inserts the sample data; its spending is on a day by ISO 8601.
  static func insert(into database: Database, day: String) throws {
    for goal in goals {
      try database.insertGoal(
        named: goal.name, saved: CurrencyAmount(cents: goal.saved), target: CurrencyAmount(cents: goal.target))
    }
    for expense in expenses {
      let identifier = try database.insertExpense(named: expense.name, budget: CurrencyAmount(cents: expense.budget))
      try database.insertEntry(cents: -expense.spent, day: day, expense: identifier)
    }
    for (kind, cents) in balances { try database.setBalance(CurrencyAmount(cents: cents), of: kind, on: day) }
  }

  /// Deletes the sample data with which stores of earlier versions began; a store without the sample's goals stays as it is.
  static func removeFormer(from database: Database) throws {
    func isSample(_ goal: (name: String, saved: Int, target: Int)) throws -> Bool {
      try Bool.fetchOne(
        database, sql: "SELECT EXISTS (SELECT 1 FROM goal WHERE name = ? AND targetCents = ?)",
        arguments: [goal.name, goal.target])
        ?? false
    }
    guard try goals.allSatisfy(isSample) else { return }
    for goal in goals { try database.execute(sql: "DELETE FROM goal WHERE name = ?", arguments: [goal.name]) }
    for expense in expenses {
      try database.execute(
        sql: "DELETE FROM expense WHERE name = ? AND budgetCents = ?", arguments: [expense.name, expense.budget])
    }
    try database.execute(sql: "DELETE FROM account")
  }
}
