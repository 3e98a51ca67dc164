import Foundation
import GRDB
import VocativeIntents
import VocativeStorage

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

  func goals(where condition: String = "TRUE", _ arguments: StatementArguments = []) throws -> [Goal] {
    try Row.fetchAll(
      self, sql: "SELECT identifier, name, savedCents, targetCents FROM goal WHERE \(condition) ORDER BY id", arguments: arguments
    ).map {
      try Goal(
        id: $0.value(of: "identifier"), name: $0.value(of: "name"), saved: CurrencyAmount(cents: $0.value(of: "savedCents")),
        target: CurrencyAmount(cents: $0.value(of: "targetCents")))
    }
  }

  func expenses(where condition: String = "TRUE", _ arguments: StatementArguments = []) throws -> [Expense] {
    try Row.fetchAll(
      self, sql: "SELECT identifier, name, budgetCents, spentCents FROM expense WHERE \(condition) ORDER BY id",
      arguments: arguments
    ).map {
      try Expense(
        id: $0.value(of: "identifier"), name: $0.value(of: "name"), budget: CurrencyAmount(cents: $0.value(of: "budgetCents")),
        spent: CurrencyAmount(cents: $0.value(of: "spentCents")))
    }
  }

  func safeToSpend() throws -> CurrencyAmount {
    let cents = try Int.fetchOne(
      self,
      sql: """
        SELECT (SELECT COALESCE(SUM(balanceCents), 0) FROM account WHERE kind = 'personal')
          - (SELECT COALESCE(SUM(savedCents), 0) FROM goal)
          - (SELECT COALESCE(SUM(MAX(budgetCents - spentCents, 0)), 0) FROM expense)
        """)
    return CurrencyAmount(cents: cents ?? 0)
  }

  func transfers(of goal: Goal.ID) throws -> [Transfer] {
    try Row.fetchAll(
      self,
      sql: """
        SELECT source.identifier AS source, destination.identifier AS destination, cents, date FROM transfer
        LEFT JOIN goal source ON source.id = sourceID JOIN goal destination ON destination.id = destinationID
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
    _ amount: CurrencyAmount, from source: Goal.ID?, to destination: Goal.ID, date: Date
  ) throws -> TransferOutcome {
    let goals = try goals(where: "identifier IN (?, ?)", [source, destination])
    guard goals.contains(where: { $0.id == destination }) else { return .missingGoal }
    if let source {
      guard let goal = goals.first(where: { $0.id == source }), source != destination else { return .missingGoal }
      guard amount.cents > 0, goal.saved >= amount else { return .insufficientFunds }
    } else {
      guard amount.cents > 0, try safeToSpend() >= amount else { return .insufficientFunds }
    }
    try execute(
      sql: "UPDATE goal SET savedCents = savedCents + ? WHERE identifier = ?", arguments: [amount.cents, destination])
    try execute(sql: "UPDATE goal SET savedCents = savedCents - ? WHERE identifier = ?", arguments: [amount.cents, source])
    try execute(
      sql: """
        INSERT INTO transfer (sourceID, destinationID, cents, date) VALUES
          ((SELECT id FROM goal WHERE identifier = ?), (SELECT id FROM goal WHERE identifier = ?), ?, ?)
        """, arguments: [source, destination, amount.cents, Int64(date.timeIntervalSince1970)])
    let changed = try self.goals(where: "identifier IN (?, ?)", [source, destination])
    guard let to = changed.first(where: { $0.id == destination }) else { return .missingGoal }
    return changed.first { $0.id == source }.map { .moved(amount, from: $0, to: to) } ?? .saved(amount, to)
  }
}
