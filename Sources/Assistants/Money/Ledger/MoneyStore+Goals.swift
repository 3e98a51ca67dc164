public import Foundation
import GRDB
public import VocativeIntents
import VocativeStorage

/// Goals and their money.
extension MoneyStore {
  /// Returns the goals that are neither completed nor protected, in the order of their creation.
  public func goals() async throws -> [Goal] {
    try await store.read { try $0.goals(where: "completedOn IS NULL AND NOT isProtected") }
  }

  /// Returns the protected goals that are not completed, in the order of their creation.
  public func protectedGoals() async throws -> [Goal] {
    try await store.read { try $0.goals(where: "completedOn IS NULL AND isProtected") }
  }

  /// Returns the completed goals, with protected ones only if they are wanted.
  public func completedGoals(includingProtected: Bool = false) async throws -> [Goal] {
    try await store.read { try $0.goals(where: "completedOn IS NOT NULL AND (? OR NOT isProtected)", [includingProtected]) }
  }

  /// Returns the emergency fund; nil if there is none.
  public func emergencyFund() async throws -> Goal? {
    try await store.read { try $0.goals(where: "isEmergencyFund AND completedOn IS NULL AND NOT isProtected").first }
  }

  /// Returns the transfers into and out of a goal, newest first.
  public func transfers(of goal: Goal.ID) async throws -> [Transfer] {
    try await store.read { try $0.transfers(of: goal) }
  }

  /// Moves money to a goal, from another goal of its account or from what is safe to spend there.
  ///
  /// The whole amount is moved, or nothing.
  public func transfer(
    _ amount: CurrencyAmount, from source: Goal.ID?, to destination: Goal.ID, date: Date? = nil
  ) async throws -> TransferOutcome {
    let date = date ?? clock.now()
    return try await store.write { [periods] in
      try $0.transfer(amount, from: source, to: destination, date: date, periods)
    }
  }

  /// Makes money of a goal safe to spend; returns the goal, or nil if it does not exist anymore or has less.
  public func withdraw(_ amount: CurrencyAmount, from goal: Goal.ID) async throws -> Goal? {
    try await store.write { [date = clock.now()] in try $0.withdraw(amount, from: goal, date: date) }
  }

  /// Adds a goal.
  ///
  /// - Parameter kind: The account that holds the money, and whether the goal is protected.
  /// - Throws: `StoreError` if the amounts are out of range.
  @discardableResult
  public func addGoal(
    named name: String, saved: CurrencyAmount = CurrencyAmount(cents: 0), target: CurrencyAmount, kind: GoalKind = .personal
  ) async throws -> Goal {
    try check(saved)
    try check(target)
    return try await store.write { database in
      try database.releaseName(name)
      let identifier = try database.insertGoal(named: name, saved: saved, target: target, kind: kind)
      return try database.goal(identifier)
    }
  }

  /// Renames a goal; its identifier stays.
  ///
  /// Returns nil if the goal does not exist anymore.
  @discardableResult
  public func renameGoal(_ goal: Goal.ID, to name: String) async throws -> Goal? {
    try await store.write { database in
      try database.releaseName(name)
      try database.execute(
        sql: "UPDATE goal SET name = ?, isEmergencyFund = ? WHERE identifier = ? AND completedOn IS NULL",
        arguments: [name, MoneyName.full(name) == "emergency fund", goal])
      return database.changesCount == 1 ? try database.goal(goal) : nil
    }
  }

  /// Completes a goal: its money is safe to spend.
  ///
  /// Returns nil if the goal does not exist anymore.
  @discardableResult
  public func completeGoal(_ goal: Goal.ID) async throws -> Goal? {
    try await store.write { [today = clock.today] database in
      try database.execute(
        sql: "UPDATE goal SET completedOn = ? WHERE identifier = ? AND completedOn IS NULL", arguments: [today, goal])
      return database.changesCount == 1 ? try database.goal(goal) : nil
    }
  }

  /// Deletes a goal, completed or not, with its history: its money is safe to spend.
  ///
  /// Returns nil if the goal does not exist anymore.
  @discardableResult
  public func deleteGoal(_ goal: Goal.ID) async throws -> Goal? {
    try await store.write { database in
      guard let deleted = try database.goals(where: "identifier = ?", [goal]).first else { return nil }
      try database.execute(sql: "DELETE FROM goal WHERE identifier = ?", arguments: [goal])
      // The others are in the history of another goal.
      try database.execute(sql: "DELETE FROM transfer WHERE sourceID IS NULL AND destinationID IS NULL")
      return deleted
    }
  }
}
