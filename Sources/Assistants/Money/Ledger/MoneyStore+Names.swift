import VocativeIntents

/// Names of new goals and expenses.
extension MoneyStore {
  /// Returns the reason why a name cannot be given to a goal, in words; nil if it can.
  ///
  /// - Parameters:
  ///   - renamed: The goal that is renamed, whose own name is free.
  ///   - isPrivate: Whether the reason may say that a protected goal has the name.
  public func fault(
    inGoalName name: String, renaming renamed: Goal.ID? = nil, isPrivate: Bool = true
  ) async throws -> String? {
    func fault(among taken: [Goal]) -> String? {
      MoneyName.fault(name, of: "goal", among: taken.filter { $0.id != renamed }.map(\.name))
    }
    if let fault = fault(among: try await goals()) { return fault }
    let fault = fault(among: try await protectedGoals())
    return isPrivate ? fault : fault.map { _ in "I can't use that name." }
  }

  /// Returns the reason why a name cannot be given to an expense, in words; nil if it can.
  ///
  /// - Parameter renamed: The expense that is renamed, whose own name is free.
  public func fault(inExpenseName name: String, renaming renamed: Expense.ID? = nil) async throws -> String? {
    let taken = try await expenses()
    return MoneyName.fault(name, of: "expense", among: taken.filter { $0.id != renamed }.map(\.name))
  }

  /// Resolves the spoken name of a new goal.
  ///
  /// - Parameter isPrivate: Whether only a person who knows the passphrase hears the answer.
  func resolved(goalName name: String?, renaming renamed: Goal.ID? = nil, isPrivate: Bool) async throws -> Resolution<String> {
    guard let name else { return .needsValue() }
    return try await fault(inGoalName: name, renaming: renamed, isPrivate: isPrivate).map { .unsupported(reason: $0) }
      ?? .success(name)
  }
}

extension Resolution<CurrencyAmount> {
  /// Resolves a spoken amount that must be more than zero.
  static func positive(_ amount: CurrencyAmount?) -> Self {
    guard let amount else { return .needsValue() }
    guard amount.cents > 0 else { return .unsupported(reason: "That has to be more than zero.") }
    return amount <= MoneyStore.maxAmount ? .success(amount) : .unsupported(reason: "That's too much for me to count.")
  }
}
