public import VocativeIntents
import VocativeMemory

/// The default assistant: safe-to-spend, goals, expenses, income and spending.
public enum MoneyAssistant {
  /// The name of the assistant on the command line.
  public static let name = "money"

  /// Creates the assistant for a store, whose clock it uses.
  ///
  /// - Throws: `AssistantError` if the declaration is invalid, which tests rule out.
  public static func make(store: MoneyStore) throws(AssistantError) -> Assistant {
    var dependencies = Dependencies()
    dependencies.add(store)
    dependencies.add(store.clock)
    let details = ActivityContinuation(ShowGoalDetails.details) { activity in
      guard let goal = try await store.goals().first(where: { $0.id == activity.state["goal"] }) else {
        return .failure("That goal isn't there anymore.")
      }
      return goal.details(transfers: try await store.transfers(of: goal.id), clock: store.clock)
    }.titled { activity in
      try await store.goals().first { $0.id == activity.state["goal"] }.map { ShowGoalDetails.activity(for: $0).title }
    }
    return try Assistant(
      name: name, wakePhrases: ["hey assistant"], dependencies: dependencies, activities: [details],
      suggestedShortcuts: { try await suggestedShortcuts(store: store) }
    ) {
      spending
      goals
      changes
      protectedGoals
      accounts
      ShortcutIntents.feature
    }
  }

  private static var spending: Feature {
    Feature("Spending") {
      IntentDefinition(
        SafeToSpend.self, phrases: ["(safe to spend|what's safe to spend|what is safe to spend|how much is safe to spend)"])
      IntentDefinition(
        ExpenseLeft.self, phrases: ["[my] \(\.$expense) expense", "how much is left (for|in|of) [my] \(\.$expense) [expense]"])
      IntentDefinition(ListExpenses.self, phrases: ["list [all] [of] my expenses", "what are my expenses"])
      IntentDefinition(
        RecordSpending.self, phrases: ["i spent (\(\.$amount)|money) on [my] \(\.$expense)", "i spent (\(\.$amount)|money)"])
      IntentDefinition(RecordIncome.self, phrases: ["i (earned|received) (\(\.$amount)|money)", "i got paid [\(\.$amount)]"])
      IntentDefinition(DeleteLastEntry.self, phrases: ["(delete|undo) my last entry"])
      IntentDefinition(
        AddExpense.self, phrases: ["(add|start|create) (an|a|a new) [\(\.$account)] [\(\.$period)] expense [called \(\.$name)]"])
      IntentDefinition(DeleteExpense.self, phrases: ["delete [my|our] \(\.$expense) expense"])
    }
  }

  private static var goals: Feature {
    Feature("Goals") {
      IntentDefinition(GoalProgress.self, phrases: ["[my] \(\.$goal) goal", "how is my \(\.$goal) goal [doing]"])
      IntentDefinition(ListGoals.self, phrases: ["list [all] [of] my goals", "(what|how) are my goals [doing]"])
      IntentDefinition(
        AddToGoal.self,
        phrases: [
          "save (\(\.$amount)|money) for [my|the] \(\.$goal) [goal]", "put \(\.$amount) (in|into) [my|the] \(\.$goal) goal",
        ])
      IntentDefinition(
        MoveMoney.self,
        phrases: [
          "move (\(\.$amount)|money) from [my|the] \(\.$source) [goal] to [my|the] \(\.$destination) [goal]",
          "move money between [my] goals",
        ])
      IntentDefinition(
        // In rooms, "take fifty dollars from" resembles "save fifty dollars for", and "withdraw nine from" other speech.
        TakeFromGoal.self, phrases: ["take (\(\.$amount)|money) out of [my|the] \(\.$goal) [goal]"])
      IntentDefinition(ShowGoalDetails.self, phrases: ["show [me] [my] \(\.$goal) [goal] details"])
    }
  }

  private static var changes: Feature {
    Feature("GoalChanges") {
      IntentDefinition(AddGoal.self, phrases: ["(add|start|create) a [new] [\(\.$kind)] goal [called \(\.$name)]"])
      IntentDefinition(RenameGoal.self, phrases: ["rename [my|our|the] \(\.$goal) goal [to \(\.$name)]"])
      IntentDefinition(
        CompleteGoal.self,
        phrases: ["complete [my|our] \(\.$goal) goal", "mark [my|our] \(\.$goal) goal as (complete|done)"])
      IntentDefinition(DeleteGoal.self, phrases: ["delete [my|our] \(\.$goal) goal"])
    }
  }

  /// The same for protected goals; requests about a goal have phrases only if there are any.
  private static var protectedGoals: Feature {
    Feature("ProtectedGoals") {
      IntentDefinition(AddProtectedGoal.self, phrases: ["(add|start|create) a [new] \(\.$kind) goal [called \(\.$name)]"])
      IntentDefinition(
        ProtectedGoalProgress.self,
        phrases: ["[my|our] \(\.$protectedGoal) goal", "how is (my|our) \(\.$protectedGoal) goal [doing]"])
      IntentDefinition(
        AddToProtectedGoal.self,
        phrases: [
          "save (\(\.$amount)|money) for [my|our|the] \(\.$protectedGoal) [goal]",
          "put \(\.$amount) (in|into) [my|our|the] \(\.$protectedGoal) goal",
        ])
      IntentDefinition(
        TakeFromProtectedGoal.self,
        phrases: ["take (\(\.$amount)|money) out of [my|our|the] \(\.$protectedGoal) [goal]"])
      IntentDefinition(RenameProtectedGoal.self, phrases: ["rename [my|our|the] \(\.$protectedGoal) goal [to \(\.$name)]"])
      IntentDefinition(
        CompleteProtectedGoal.self,
        phrases: ["complete [my|our] \(\.$protectedGoal) goal", "mark [my|our] \(\.$protectedGoal) goal as (complete|done)"])
      IntentDefinition(DeleteProtectedGoal.self, phrases: ["delete [my|our] \(\.$protectedGoal) goal"])
    }
  }

  private static var accounts: Feature {
    Feature("Accounts") {
      IntentDefinition(SharedAccount.self, phrases: ["[my|our] shared account", "how much is in (my|our) shared account"])
      IntentDefinition(EmergencyFund.self, phrases: ["[my] emergency fund", "how is my emergency fund [doing]"])
      IntentDefinition(ProtectedGoal.self, phrases: ["[my] protected goal", "how much is in my protected goal"])
    }
  }

  /// The shortcuts to suggest to a new owner.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  public static func suggestedShortcuts(store: MoneyStore) async throws -> [Shortcut] {
    let progress = try await store.goals().map { goal in
      let progress = GoalProgress()
      progress.goal = goal
      return Shortcut(progress)
    }
    return [Shortcut(SafeToSpend())] + progress
  }
}
