public import Foundation
import GRDB
public import VocativeIntents
public import VocativeStorage

/// A SQLite store of goals, expenses and account balances.
public struct MoneyStore: Sendable {
  private let store: Store

  /// Opens the store, and fills a new one with sample data.
  ///
  /// - Throws: `StoreError` if the file cannot be created, opened or migrated, or is locked.
  public init(path: String) throws(StoreError) {
    store = try Store(path: path, migrator: MoneySchema.migrator)
  }

  /// The kinds of accounts.
  public enum AccountKind: String, Sendable {
    /// The owner's personal account, which includes the money for goals and expenses.
    case personal
    /// An account shared with another person.
    case shared
    /// A private savings account.
    case protected
  }

  /// Returns all goals in the order of their creation.
  public func goals() async throws -> [Goal] { try await store.read { try $0.goals() } }

  /// Returns the emergency fund; nil if there is none.
  public func emergencyFund() async throws -> Goal? {
    try await store.read { try $0.goals(where: "isEmergencyFund").first }
  }

  /// Returns all expenses in the order of their creation.
  public func expenses() async throws -> [Expense] {
    try await store.read { try $0.expenses() }
  }

  /// Returns the balance of the personal account.
  public func balance() async throws -> CurrencyAmount { try await balance(of: .personal) ?? CurrencyAmount(cents: 0) }

  /// Returns the total balance of the accounts of a kind; nil if there are none.
  public func balance(of kind: AccountKind) async throws -> CurrencyAmount? {
    try await store.read { database in
      let sql = "SELECT SUM(balanceCents) FROM account WHERE kind = ?"
      return try Int.fetchOne(database, sql: sql, arguments: [kind.rawValue]).map(CurrencyAmount.init)
    }
  }

  /// Returns the personal balance minus the money saved for goals and budgeted for expenses.
  public func safeToSpend() async throws -> CurrencyAmount { try await store.read { try $0.safeToSpend() } }

  /// Returns the transfers into and out of a goal, newest first.
  public func transfers(of goal: Goal.ID) async throws -> [Transfer] {
    try await store.read { try $0.transfers(of: goal) }
  }

  /// Moves money to a goal, from another goal or from what is safe to spend.
  ///
  /// The whole amount is moved, or nothing.
  public func transfer(
    _ amount: CurrencyAmount, from source: Goal.ID?, to destination: Goal.ID, date: Date = Date()
  ) async throws -> TransferOutcome {
    try await store.write { try $0.transfer(amount, from: source, to: destination, date: date) }
  }

  /// Deducts an amount from the account and records it on an expense; returns nil if the expense does not exist anymore.
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
