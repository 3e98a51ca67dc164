import GRDB

/// The database tables of the money assistant.
enum MoneySchema {
  static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    // The names are those of earlier versions, whose stores began with sample data.
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
    }
    migrator.registerMigration("v2: kinds of accounts, the emergency fund, and transfers, with sample data") { database in
      try database.alter(table: "account") { table in
        table.add(column: "kind", .text).notNull().defaults(to: MoneyStore.AccountKind.personal.rawValue)
      }
      try database.alter(table: "goal") { table in
        table.add(column: "isEmergencyFund", .boolean).notNull().defaults(to: false)
      }
      try database.execute(sql: "UPDATE goal SET isEmergencyFund = TRUE WHERE identifier = 'emergency-fund'")
      try database.create(table: "transfer") { table in
        table.autoIncrementedPrimaryKey("id")
        // A transfer without a source comes from the money that was safe to spend.
        table.column("sourceID", .integer).references("goal", onDelete: .setNull)
        table.column("destinationID", .integer).notNull().indexed().references("goal", onDelete: .cascade)
        table.column("cents", .integer).notNull().check { $0 > 0 }
        // Seconds since 1970, as an integer.
        table.column("date", .integer).notNull()
      }
    }
    migrator.registerMigration("v3: without sample data") { try SampleData.removeFormer(from: $0) }
    migrator.registerMigration("v4: entries, periods, and shared, protected and completed goals") { database in
      let personal = SpendingAccount.personal.rawValue
      try database.alter(table: "goal") { table in
        table.add(column: "account", .text).notNull().defaults(to: personal)
        table.add(column: "isProtected", .boolean).notNull().defaults(to: false)
        // The day, by ISO 8601; NULL while money is saved for the goal.
        table.add(column: "completedOn", .text)
      }
      try database.alter(table: "expense") { table in
        table.add(column: "account", .text).notNull().defaults(to: personal)
        table.add(column: "period", .text).notNull().defaults(to: Expense.Period.monthly.rawValue)
      }
      try database.create(table: "entry") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("account", .text).notNull()
        // Negative for spending.
        table.column("cents", .integer).notNull().check { $0 != 0 }
        // By ISO 8601, so that the order of the texts is the order of the days.
        table.column("day", .text).notNull().indexed()
        table.column("expenseID", .integer).indexed().references("expense", onDelete: .setNull)
        table.column("description", .text).notNull()
        table.column("source", .text).notNull()
      }
      // The balance of an account is now its opening balance and its entries.
      try database.execute(
        sql: """
          INSERT INTO entry (account, cents, day, expenseID, description, source)
            SELECT 'personal', -spentCents, date('now', 'localtime'), id, '', 'recorded' FROM expense WHERE spentCents > 0;
          UPDATE account SET balanceCents = balanceCents + (SELECT COALESCE(SUM(spentCents), 0) FROM expense)
            WHERE id = (SELECT MIN(id) FROM account WHERE kind = 'personal');
          ALTER TABLE expense DROP COLUMN spentCents;
          """)
    }
    migrator.registerMigration("v5: deleted entries of imports") { database in
      try database.create(table: "deletedImport") { table in
        table.column("account", .text).notNull()
        table.column("cents", .integer).notNull()
        table.column("day", .text).notNull().indexed()
        table.column("description", .text).notNull()
      }
    }
    migrator.registerMigration("v6: index for years of entries") { database in
      // The sum of the spending in a month must not take longer each year.
      try database.create(index: "entryByExpense", on: "entry", columns: ["expenseID", "day", "cents"])
      try database.execute(sql: "DROP INDEX IF EXISTS entry_on_expenseID")
    }
    migrator.registerMigration("v7: transfers out of goals, in the histories of goals that stay", migrate: makeTransfers)
    return migrator
  }()

  /// A transfer stays in the history of one goal after the end of the other, and may end in the money that is safe to spend.
  private static func makeTransfers(in database: Database) throws {
    try database.create(table: "newTransfer") { table in
      table.autoIncrementedPrimaryKey("id")
      table.column("sourceID", .integer).indexed().references("goal", onDelete: .setNull)
      table.column("destinationID", .integer).indexed().references("goal", onDelete: .setNull)
      table.column("cents", .integer).notNull().check { $0 > 0 }
      // Seconds since 1970, as an integer.
      table.column("date", .integer).notNull()
    }
    try database.execute(
      sql: """
        INSERT INTO newTransfer (id, sourceID, destinationID, cents, date)
          SELECT id, sourceID, destinationID, cents, date FROM transfer
        """)
    try database.drop(table: "transfer")
    try database.rename(table: "newTransfer", to: "transfer")
  }

  /// Returns a migrator that fills a new store with sample data, spent on a day by ISO 8601.
  static func sampleMigrator(day: String) -> DatabaseMigrator {
    var migrator = migrator
    migrator.registerMigration("sample data") { try SampleData.insert(into: $0, day: day) }
    return migrator
  }
}
