import GRDB
import VocativeIntents
import VocativeStorage

/// Expenses and entries.
extension Database {
  @discardableResult
  func insertExpense(
    named name: String, budget: CurrencyAmount, period: Expense.Period = .monthly, account: SpendingAccount = .personal
  ) throws -> Expense.ID {
    let identifier = try freeIdentifier(SpokenNames.identifier(for: name), in: "expense")
    try execute(
      sql: "INSERT INTO expense (identifier, name, budgetCents, period, account) VALUES (?, ?, ?, ?, ?)",
      arguments: [identifier, name, budget.cents, period.rawValue, account.rawValue])
    return identifier
  }

  func expenses(
    _ periods: PeriodStarts, where condition: String = "TRUE", _ arguments: StatementArguments = []
  ) throws -> [Expense] {
    // As in the balance, an entry of a later day, such as a payment that the bank has planned, counts from its day on.
    let sql = """
      SELECT *, (SELECT COALESCE(-SUM(cents), 0) FROM entry WHERE expenseID = expense.id
        AND day BETWEEN CASE period WHEN 'weekly' THEN ? ELSE ? END AND ?) AS spentCents
        FROM expense WHERE \(condition) ORDER BY id
      """
    let days: StatementArguments = [periods.week, periods.month, periods.today]
    return try Row.fetchAll(self, sql: sql, arguments: days + arguments).map {
      try Expense(
        id: $0.value(of: "identifier"), name: $0.value(of: "name"), budget: CurrencyAmount(cents: $0.value(of: "budgetCents")),
        spent: CurrencyAmount(cents: $0.value(of: "spentCents")),
        period: Expense.Period(rawValue: $0.value(of: "period")) ?? .monthly,
        account: SpendingAccount(rawValue: $0.value(of: "account")) ?? .personal)
    }
  }

  func expense(_ identifier: Expense.ID, _ periods: PeriodStarts) throws -> Expense {
    guard let expense = try expenses(periods, where: "identifier = ?", [identifier]).first else { throw RecordGone() }
    return expense
  }

  @discardableResult
  func insert(_ entry: LedgerEntry) throws -> Int64 {
    try insertEntry(
      cents: entry.amount.cents, day: entry.day.written, account: entry.account, expense: entry.expense,
      description: entry.description, source: entry.source)
  }

  @discardableResult
  func insertEntry(
    cents: Int, day: String, account: SpendingAccount = .personal, expense: Expense.ID? = nil, description: String = "",
    source: LedgerEntry.Source = .recorded
  ) throws -> Int64 {
    let statement = try cachedStatement(
      sql: """
        INSERT INTO entry (account, cents, day, expenseID, description, source)
          VALUES (?, ?, ?, (SELECT id FROM expense WHERE identifier = ?), ?, ?)
        """)
    try statement.execute(arguments: [account.rawValue, cents, day, expense, description, source.rawValue])
    return lastInsertedRowID
  }

  func entries(
    where condition: String = "TRUE", _ arguments: StatementArguments = [], limit: Int = -1
  ) throws -> [LedgerEntry] {
    let sql = """
      SELECT entry.id AS number, day, cents, description, entry.account AS account, source, identifier FROM entry
      LEFT JOIN expense ON expense.id = expenseID WHERE \(condition) ORDER BY day DESC, entry.id DESC LIMIT \(limit)
      """
    return try Row.fetchAll(self, sql: sql, arguments: arguments).compactMap { row in
      guard let day = CalendarDay(written: try row.value(of: "day")) else { return nil }
      return LedgerEntry(
        number: try row.value(of: "number"), day: day, amount: CurrencyAmount(cents: try row.value(of: "cents")),
        description: try row.value(of: "description"),
        account: SpendingAccount(rawValue: try row.value(of: "account")) ?? .personal,
        expense: try row.value(of: "identifier"), source: LedgerEntry.Source(rawValue: try row.value(of: "source")) ?? .recorded)
    }
  }

  /// Deletes an entry; returns false if there is none with this number.
  ///
  /// An imported one is remembered, so that the next import leaves it out, too.
  func deleteEntry(_ number: Int64) throws -> Bool {
    try execute(
      sql: """
        INSERT INTO deletedImport (account, cents, day, description)
          SELECT account, cents, day, description FROM entry WHERE id = ? AND source = ?
        """, arguments: [number, LedgerEntry.Source.imported.rawValue])
    try execute(sql: "DELETE FROM entry WHERE id = ?", arguments: [number])
    return changesCount == 1
  }

  func plan(importing entries: [LedgerEntry]) throws -> ImportPlan {
    guard let first = entries.map(\.day).min(), let last = entries.map(\.day).max() else {
      return ImportPlan(entries) { _ in 0 }
    }
    let sql = """
      SELECT day, cents, description, account, COUNT(*) AS count FROM (
        SELECT day, cents, description, account FROM entry WHERE source = ? UNION ALL
        SELECT day, cents, description, account FROM deletedImport)
      WHERE day BETWEEN ? AND ? GROUP BY day, cents, description, account
      """
    var stored: [ImportPlan.Key: Int] = [:]
    for row in try Row.fetchAll(self, sql: sql, arguments: [LedgerEntry.Source.imported.rawValue, first.written, last.written]) {
      let key = ImportPlan.Key(
        day: try row.value(of: "day"), cents: try row.value(of: "cents"), description: try row.value(of: "description"),
        account: try row.value(of: "account"))
      stored[key] = try row.value(of: "count")
    }
    return ImportPlan(entries) { stored[ImportPlan.Key($0)] ?? 0 }
  }
}
