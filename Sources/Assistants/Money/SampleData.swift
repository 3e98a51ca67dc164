import GRDB
import VocativeIntents

/// The sample data of a new store.
enum SampleData {
  static func insert(into database: Database) throws {
    try database.execute(sql: "INSERT INTO account (balanceCents) VALUES (?)", arguments: [612_480])
    let goals: [(String, Int, Int)] = [
      ("🏖 Summer Vacation", 124_000, 200_000),
      ("💻 New Computer", 85_000, 150_000),
      ("💍 Engagement Ring", 30_000, 450_000),
      ("🚨 Emergency Fund", 200_000, 600_000),
    ]
    for (name, saved, target) in goals {
      try database.insertGoal(named: name, saved: CurrencyAmount(cents: saved), target: CurrencyAmount(cents: target))
    }
    let expenses: [(String, Int, Int)] = [
      ("☕ Coffee", 4_000, 1_750),
      ("🛒 Grocery", 40_000, 27_325),
      ("🏠 Rent", 95_000, 95_000),
      ("🍻 Happy Hour", 8_000, 2_400),
    ]
    for (name, budget, spent) in expenses {
      try database.insertExpense(named: name, budget: CurrencyAmount(cents: budget), spent: CurrencyAmount(cents: spent))
    }
  }

  static func insertAccounts(into database: Database) throws {
    let accounts: [(MoneyStore.AccountKind, Int)] = [(.shared, 231_000), (.protected, 850_000)]
    for (kind, cents) in accounts {
      try database.execute(
        sql: "INSERT INTO account (kind, balanceCents) VALUES (?, ?)", arguments: [kind.rawValue, cents])
    }
  }
}
