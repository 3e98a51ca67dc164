public import Foundation
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
    store = try Store(path: path, migrator: MoneySchema.migrator)
  }

  /// The kinds of accounts.
  public enum AccountKind: String, Sendable {
    /// The owner's own, which goals and expenses are part of.
    case personal
    /// Owned together with somebody.
    case shared
    /// Put away, and private.
    case protected
  }

  /// Every goal in the order they were made.
  public func goals() async throws -> [Goal] { try await store.read { try $0.goals() } }

  /// The goal for emergencies; nil when there is none.
  public func emergencyFund() async throws -> Goal? {
    try await store.read { try $0.goals(where: "isEmergencyFund").first }
  }

  /// Every expense in the order they were made.
  public func expenses() async throws -> [Expense] {
    try await store.read { try $0.expenses() }
  }

  /// What is in the personal account.
  public func balance() async throws -> CurrencyAmount { try await balance(of: .personal) ?? CurrencyAmount(cents: 0) }

  /// What is in the accounts of a kind; nil when there is none.
  public func balance(of kind: AccountKind) async throws -> CurrencyAmount? {
    try await store.read { database in
      let sql = "SELECT SUM(balanceCents) FROM account WHERE kind = ?"
      return try Int.fetchOne(database, sql: sql, arguments: [kind.rawValue]).map(CurrencyAmount.init)
    }
  }

  /// What is in the account and neither saved for a goal nor set aside for an expense.
  public func safeToSpend() async throws -> CurrencyAmount { try await store.read { try $0.safeToSpend() } }

  /// What was moved into a goal and out of it, the newest first.
  public func transfers(of goal: Goal.ID) async throws -> [Transfer] {
    try await store.read { try $0.transfers(of: goal) }
  }

  /// Moves money from one goal to another, or with no source from what is safe to spend: all of it, or nothing.
  public func transfer(
    _ amount: CurrencyAmount, from source: Goal.ID?, to destination: Goal.ID, date: Date = Date()
  ) async throws -> TransferOutcome {
    try await store.write { try $0.transfer(amount, from: source, to: destination, date: date) }
  }

  /// Takes money out of the account and counts it to an expense; nil when the expense is not there any more.
  public func spend(_ amount: CurrencyAmount, on expense: Expense.ID) async throws -> Expense? {
    try await store.write { database in
      try database.execute(
        sql: "UPDATE expense SET spentCents = spentCents + ? WHERE identifier = ?", arguments: [amount.cents, expense])
      guard database.changesCount == 1 else { return nil }
      try database.execute(
        sql: "UPDATE account SET balanceCents = balanceCents - ? WHERE kind = ?",
        arguments: [amount.cents, AccountKind.personal.rawValue])
      return try database.expenses(where: "identifier = ?", [expense]).first
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
}
