import GRDB
public import VocativeIntents
public import VocativeStorage

/// Goals, expenses and the balance, in SQLite.
public struct MoneyStore: Sendable {
  private let store: Store

  /// Opens the store, making it with sample data when there is none.
  ///
  /// - Throws: `StoreError` when the file cannot be made, opened or brought up to date, or is locked.
  public init(path: String) throws(StoreError) {
    store = try Store(path: path, migrator: Self.migrator)
  }

  /// Every goal in the order they were made.
  public func goals() async throws -> [Goal] {
    try await store.read { database in
      try Row.fetchAll(database, sql: "SELECT identifier, name, savedCents, targetCents FROM goal ORDER BY id").map {
        Goal(
          id: $0["identifier"], name: $0["name"], saved: CurrencyAmount(cents: $0["savedCents"]),
          target: CurrencyAmount(cents: $0["targetCents"]))
      }
    }
  }

  /// Every expense in the order they were made.
  public func expenses() async throws -> [Expense] {
    try await store.read { database in
      try Row.fetchAll(database, sql: "SELECT identifier, name, budgetCents, spentCents FROM expense ORDER BY id").map {
        Expense(
          id: $0["identifier"], name: $0["name"], budget: CurrencyAmount(cents: $0["budgetCents"]),
          spent: CurrencyAmount(cents: $0["spentCents"]))
      }
    }
  }

  /// What is in the account.
  public func balance() async throws -> CurrencyAmount {
    try await store.read { CurrencyAmount(cents: try Int.fetchOne($0, sql: "SELECT balanceCents FROM account") ?? 0) }
  }

  /// What is in the account and neither saved for a goal nor set aside for an expense.
  public func safeToSpend() async throws -> CurrencyAmount {
    try await store.read { database in
      let cents = try Int.fetchOne(
        database,
        sql: """
          SELECT (SELECT COALESCE(SUM(balanceCents), 0) FROM account) - (SELECT COALESCE(SUM(savedCents), 0) FROM goal)
            - (SELECT COALESCE(SUM(MAX(budgetCents - spentCents, 0)), 0) FROM expense)
          """)
      return CurrencyAmount(cents: cents ?? 0)
    }
  }

  /// Adds a goal.
  public func addGoal(named name: String, saved: CurrencyAmount, target: CurrencyAmount) async throws {
    try await store.write {
      try $0.insertGoal(named: name, saved: saved, target: target)
    }
  }

  /// Adds an expense.
  public func addExpense(named name: String, budget: CurrencyAmount, spent: CurrencyAmount) async throws {
    try await store.write {
      try $0.insertExpense(named: name, budget: budget, spent: spent)
    }
  }

  private static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("v1: account, goals and expenses, with sample data") { database in
      try database.create(table: "account") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("balanceCents", .integer).notNull()
      }
      try database.create(table: "goal") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("identifier", .text).notNull().unique()
        table.column("name", .text).notNull().unique()
        table.column("savedCents", .integer).notNull().check { $0 >= 0 }
        table.column("targetCents", .integer).notNull().check { $0 > 0 }
      }
      try database.create(table: "expense") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("identifier", .text).notNull().unique()
        table.column("name", .text).notNull().unique()
        table.column("budgetCents", .integer).notNull().check { $0 >= 0 }
        table.column("spentCents", .integer).notNull().check { $0 >= 0 }
      }
      try SampleData.insert(into: database)
    }
    return migrator
  }()
}

extension Database {
  func insertGoal(named name: String, saved: CurrencyAmount, target: CurrencyAmount) throws {
    try execute(
      sql: "INSERT INTO goal (identifier, name, savedCents, targetCents) VALUES (?, ?, ?, ?)",
      arguments: [
        freeIdentifier(SpokenNames.identifier(for: name), in: "goal"), name, saved.cents, target.cents,
      ])
  }

  func insertExpense(named name: String, budget: CurrencyAmount, spent: CurrencyAmount) throws {
    try execute(
      sql: "INSERT INTO expense (identifier, name, budgetCents, spentCents) VALUES (?, ?, ?, ?)",
      arguments: [
        freeIdentifier(SpokenNames.identifier(for: name), in: "expense"), name, budget.cents, spent.cents,
      ])
  }
}
