import Foundation
import GRDB
import VocativeIntents
import VocativeStorage

/// Goals and accounts.
extension Database {
  @discardableResult
  func insertGoal(
    named name: String, saved: CurrencyAmount, target: CurrencyAmount, kind: GoalKind = .personal
  ) throws -> Goal.ID {
    let identifier = try freeIdentifier(SpokenNames.identifier(for: name), in: "goal")
    try execute(
      sql: """
        INSERT INTO goal (identifier, name, savedCents, targetCents, isEmergencyFund, account, isProtected)
          VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        identifier, name, saved.cents, target.cents, MoneyName.full(name) == "emergency fund", kind.account.rawValue,
        kind.isProtected,
      ])
    return identifier
  }

  /// Makes the name of a completed goal free for another one, because names are unique: `Trip` becomes `Trip (2026-11-20, 3)`.
  func releaseName(_ name: String) throws {
    try execute(
      sql: "UPDATE goal SET name = name || ' (' || completedOn || ', ' || id || ')' WHERE name = ? AND completedOn IS NOT NULL",
      arguments: [name])
  }

  func goals(where condition: String = "TRUE", _ arguments: StatementArguments = []) throws -> [Goal] {
    try Row.fetchAll(self, sql: "SELECT * FROM goal WHERE \(condition) ORDER BY id", arguments: arguments).map {
      try Goal(
        id: $0.value(of: "identifier"), name: $0.value(of: "name"), saved: CurrencyAmount(cents: $0.value(of: "savedCents")),
        target: CurrencyAmount(cents: $0.value(of: "targetCents")),
        account: SpendingAccount(rawValue: $0.value(of: "account")) ?? .personal, isProtected: $0.value(of: "isProtected"))
    }
  }

  func goal(_ identifier: Goal.ID) throws -> Goal {
    guard let goal = try goals(where: "identifier = ?", [identifier]).first else { throw RecordGone() }
    return goal
  }

  /// Returns the balance at the end of a day by ISO 8601, which later entries leave alone; nil if nothing is known of the account.
  func balance(of kind: MoneyStore.AccountKind, on day: String) throws -> CurrencyAmount? {
    let sql = """
      SELECT SUM(cents) FROM (
        SELECT balanceCents AS cents FROM account WHERE kind = :kind UNION ALL
        SELECT CASE WHEN day <= :day THEN cents ELSE 0 END FROM entry WHERE account = :kind)
      """
    return try Int.fetchOne(self, sql: sql, arguments: ["kind": kind.rawValue, "day": day]).map(CurrencyAmount.init)
  }

  func setBalance(_ balance: CurrencyAmount, of kind: MoneyStore.AccountKind, on day: String) throws {
    try shiftBalance(of: kind, by: balance - (try self.balance(of: kind, on: day) ?? CurrencyAmount(cents: 0)))
  }

  /// Changes the opening balance of an account, which is created if there is none.
  func shiftBalance(of kind: MoneyStore.AccountKind, by amount: CurrencyAmount) throws {
    try execute(
      sql: "UPDATE account SET balanceCents = balanceCents + ? WHERE id = (SELECT MIN(id) FROM account WHERE kind = ?)",
      arguments: [amount.cents, kind.rawValue])
    guard changesCount == 0 else { return }
    try execute(sql: "INSERT INTO account (kind, balanceCents) VALUES (?, ?)", arguments: [kind.rawValue, amount.cents])
  }

  func available(in account: SpendingAccount, _ periods: PeriodStarts) throws -> CurrencyAmount {
    let saved = try Int.fetchOne(
      self, sql: "SELECT COALESCE(SUM(savedCents), 0) FROM goal WHERE account = ? AND completedOn IS NULL",
      arguments: [account.rawValue])
    let budgeted = try expenses(periods, where: "account = ?", [account.rawValue]).reduce(0) { $0 + max($1.left.cents, 0) }
    let balance = try balance(of: account.kind, on: periods.today)?.cents ?? 0
    return CurrencyAmount(cents: balance - (saved ?? 0) - budgeted)
  }

  func transfers(of goal: Goal.ID) throws -> [Transfer] {
    try Row.fetchAll(
      self,
      sql: """
        SELECT source.identifier AS source, destination.identifier AS destination, cents, date FROM transfer
        LEFT JOIN goal source ON source.id = sourceID LEFT JOIN goal destination ON destination.id = destinationID
        WHERE source.identifier = :goal OR destination.identifier = :goal ORDER BY date DESC, transfer.id DESC
        """, arguments: ["goal": goal]
    ).map {
      try Transfer(
        source: $0.value(of: "source"), destination: $0.value(of: "destination"),
        amount: CurrencyAmount(cents: $0.value(of: "cents")),
        date: Date(timeIntervalSince1970: TimeInterval($0.value(of: "date") as Int64)))
    }
  }

  func transfer(
    _ amount: CurrencyAmount, from source: Goal.ID?, to destination: Goal.ID, date: Date, _ periods: PeriodStarts
  ) throws -> TransferOutcome {
    let goals = try goals(where: "identifier IN (?, ?) AND completedOn IS NULL", [source, destination])
    guard let to = goals.first(where: { $0.id == destination }) else { return .missingGoal }
    if let source {
      guard let from = goals.first(where: { $0.id == source }), source != destination else { return .missingGoal }
      guard from.account == to.account else { return .differentAccounts }
      guard amount.cents > 0, from.saved >= amount else { return .insufficientFunds }
    } else {
      guard amount.cents > 0, try available(in: to.account, periods) >= amount else { return .insufficientFunds }
    }
    try move(amount, from: source, to: destination, date: date)
    let changed = try goal(destination)
    return try source.map { .moved(amount, from: try goal($0), to: changed) } ?? .saved(amount, changed)
  }

  /// Returns the goal after money was taken from it; nil if it does not exist anymore or has less.
  func withdraw(_ amount: CurrencyAmount, from source: Goal.ID, date: Date) throws -> Goal? {
    guard amount.cents > 0, let from = try goals(where: "identifier = ? AND completedOn IS NULL", [source]).first,
      from.saved >= amount
    else { return nil }
    try move(amount, from: source, to: nil, date: date)
    return try goal(source)
  }

  private func move(_ amount: CurrencyAmount, from source: Goal.ID?, to destination: Goal.ID?, date: Date) throws {
    try execute(
      sql: "UPDATE goal SET savedCents = savedCents + ? WHERE identifier = ?", arguments: [amount.cents, destination])
    try execute(sql: "UPDATE goal SET savedCents = savedCents - ? WHERE identifier = ?", arguments: [amount.cents, source])
    try execute(
      sql: """
        INSERT INTO transfer (sourceID, destinationID, cents, date) VALUES
          ((SELECT id FROM goal WHERE identifier = ?), (SELECT id FROM goal WHERE identifier = ?), ?, ?)
        """, arguments: [source, destination, amount.cents, Int64(date.timeIntervalSince1970)])
  }
}

/// A row that was just written is not there: the database is damaged.
struct RecordGone: Error, CustomStringConvertible {
  let description = "a row that was just written is missing"
}
