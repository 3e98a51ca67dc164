public import VocativeIntents

/// The default assistant: what is safe to spend, how goals are coming along, and what is left of expenses.
public enum MoneyAssistant {
  /// The name on the command line.
  public static let name = "money"

  /// The assistant over a store.
  ///
  /// - Throws: Never in practice: the phrases are fixed and tested. `AssistantError` would name a fault of the declaration.
  public static func make(store: MoneyStore) throws(AssistantError) -> Assistant {
    var dependencies = Dependencies()
    dependencies.add(store)
    return try Assistant(name: name, wakePhrases: ["hey assistant"], dependencies: dependencies) {
      IntentDefinition(
        SafeToSpend.self, phrases: ["(safe to spend|what's safe to spend|what is safe to spend|how much is safe to spend)"])
      IntentDefinition(
        GoalProgress.self, phrases: ["[my] \(\.$goal) goal", "how is my \(\.$goal) goal [doing]"])
      IntentDefinition(
        ExpenseLeft.self, phrases: ["[my] \(\.$expense) expense", "how much is left (for|in|of) [my] \(\.$expense) [expense]"])
    }
  }
}
