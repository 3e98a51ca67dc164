import Foundation
import GRDB
public import VocativeIntents
import VocativeStorage

/// Expenses, income and spending.
extension MoneyStore {
  /// Returns all expenses in the order of their creation.
  public func expenses() async throws -> [Expense] {
    try await store.read { [periods] in try $0.expenses(periods) }
  }

  /// Adds an expense.
  ///
  /// - Parameter spent: The amount spent today.
  /// - Throws: `StoreError` if the amounts are out of range.
  @discardableResult
  public func addExpense(
    named name: String, budget: CurrencyAmount, spent: CurrencyAmount = CurrencyAmount(cents: 0),
    period: Expense.Period = .monthly, account: SpendingAccount = .personal
  ) async throws -> Expense {
    try check(budget)
    try check(spent)
    return try await store.write { [periods, today = clock.today] database in
      let identifier = try database.insertExpense(named: name, budget: budget, period: period, account: account)
      if spent.cents != 0 {
        try database.insertEntry(cents: -spent.cents, day: today, account: account, expense: identifier)
        // It was paid before the expense was known.
        try database.shiftBalance(of: account.kind, by: spent)
      }
      return try database.expense(identifier, periods)
    }
  }

  /// Renames an expense; its identifier stays.
  ///
  /// Returns nil if the expense does not exist anymore.
  @discardableResult
  public func renameExpense(_ expense: Expense.ID, to name: String) async throws -> Expense? {
    try await update(expense, "name = ?", [name])
  }

  /// Changes the budget, the period and the account of an expense; returns nil if it does not exist anymore.
  @discardableResult
  public func changeExpense(
    _ expense: Expense.ID, budget: CurrencyAmount? = nil, period: Expense.Period? = nil, account: SpendingAccount? = nil
  ) async throws -> Expense? {
    if let budget { try check(budget) }
    return try await update(
      expense, "budgetCents = COALESCE(?, budgetCents), period = COALESCE(?, period), account = COALESCE(?, account)",
      [budget?.cents, period?.rawValue, account?.rawValue])
  }

  /// Deletes an expense; its spending stays in the account.
  ///
  /// Returns nil if the expense does not exist anymore.
  @discardableResult
  public func deleteExpense(_ expense: Expense.ID) async throws -> Expense? {
    try await store.write { [periods] database in
      guard let deleted = try database.expenses(periods, where: "identifier = ?", [expense]).first else { return nil }
      try database.execute(sql: "DELETE FROM expense WHERE identifier = ?", arguments: [expense])
      return deleted
    }
  }

  private func update(
    _ expense: Expense.ID, _ assignments: String, _ values: [(any DatabaseValueConvertible & Sendable)?]
  ) async throws -> Expense? {
    try await store.write { [periods] database in
      try database.execute(
        sql: "UPDATE expense SET \(assignments) WHERE identifier = ?", arguments: StatementArguments(values + [expense]))
      return try database.expenses(periods, where: "identifier = ?", [expense]).first
    }
  }

  // MARK: Entries

  /// Records spending on an expense today; returns nil if the expense does not exist anymore.
  public func spend(_ amount: CurrencyAmount, on expense: Expense.ID) async throws -> Expense? {
    try check(amount)
    return try await store.write { [periods, today = clock.today] database in
      guard let found = try database.expenses(periods, where: "identifier = ?", [expense]).first else { return nil }
      try database.insertEntry(cents: -amount.cents, day: today, account: found.account, expense: expense)
      return try database.expense(expense, periods)
    }
  }

  /// Records income or spending, and returns the number of the entry.
  ///
  /// - Throws: `StoreError` if the amount is zero or out of range.
  @discardableResult
  public func record(_ entry: LedgerEntry) async throws -> Int64 {
    try check(entry.amount)
    guard entry.amount.cents != 0 else { throw StoreError(rejection: "an amount of zero changes nothing") }
    return try await store.write { try $0.insert(entry) }
  }

  /// Returns the newest entries, the latest day first.
  public func entries(limit: Int) async throws -> [LedgerEntry] {
    try await store.read { try $0.entries(limit: limit) }
  }

  /// Returns the entry that the owner recorded last; nil if there is none.
  public func lastRecordedEntry() async throws -> LedgerEntry? {
    let last = "entry.id = (SELECT MAX(id) FROM entry WHERE source = ?)"
    return try await store.read { try $0.entries(where: last, [LedgerEntry.Source.recorded.rawValue]).first }
  }

  /// Returns the entries with these numbers that still exist.
  func entries(numbered numbers: [Int64]) async throws -> [LedgerEntry] {
    try await store.read { database in try numbers.flatMap { try database.entries(where: "entry.id = ?", [$0]) } }
  }

  /// Deletes an entry, which no later import adds again; returns false if there is none with this number.
  public func deleteEntry(_ number: Int64) async throws -> Bool {
    try await store.write { try $0.deleteEntry(number) }
  }

  // MARK: Imports

  /// Returns which entries an import would add.
  public func plan(importing entries: [LedgerEntry]) async throws -> ImportPlan {
    try await store.read { try $0.plan(importing: entries) }
  }

  /// Adds the entries that no earlier import has added, all or none; entries that were deleted since stay deleted.
  ///
  /// - Throws: `StoreError` if an amount is out of range.
  public func add(importing entries: [LedgerEntry]) async throws -> ImportPlan {
    for entry in entries { try check(entry.amount) }
    return try await store.write { database in
      let plan = try database.plan(importing: entries)
      for entry in plan.new { try database.insert(entry) }
      return plan
    }
  }
}
