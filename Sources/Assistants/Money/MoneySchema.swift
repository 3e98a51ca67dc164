import GRDB

/// The database tables of the money assistant.
enum MoneySchema {
  static let migrator: DatabaseMigrator = {
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
      try SampleData.insertAccounts(into: database)
    }
    return migrator
  }()
}
