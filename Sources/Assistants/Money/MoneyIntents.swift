public import VocativeIntents

/// How much can be spent without touching goals or expenses.
public struct SafeToSpend: Intent {
  /// What the intent is for.
  public static let title = "Safe to spend"
  @Dependency private var store: MoneyStore

  /// An intent without parameters.
  public init() {}

  /// Says what is safe to spend.
  public func perform() async throws -> IntentResponse {
    let (amount, balance) = (try await store.safeToSpend(), try await store.balance())
    let card = ResponseCard(
      title: "Safe to spend", rows: [.init("Safe to spend", amount.written), .init("In the account", balance.written)])
    switch amount.cents {
    case 1...: return .success("You have \(amount.spoken) safe to spend.", card: card)
    case 0: return .success("You have nothing left to spend.", card: card)
    default:
      return .success("You have nothing left to spend. You are \(CurrencyAmount(cents: -amount.cents).spoken) short.", card: card)
    }
  }
}

/// How far a goal has come.
public struct GoalProgress: Intent {
  /// What the intent is for.
  public static let title = "Goal progress"
  @Parameter(title: "Goal", prompt: "Which goal?") var goal: Goal

  /// An intent whose goal is still to be filled.
  public init() {}

  /// Says what is saved, of what, and what is left.
  public func perform() async throws -> IntentResponse {
    let name = goal.dialogName
    let card = ResponseCard(
      title: goal.name,
      rows: [
        .init("Saved", goal.saved.written), .init("Target", goal.target.written), .init("To go", goal.remaining.written),
      ], progress: Double(goal.saved.cents) / Double(goal.target.cents))
    guard goal.remaining.cents > 0 else {
      return .success("Your \(name) goal is reached. You have saved \(goal.saved.spoken).", card: card)
    }
    return .success(
      "You have saved \(goal.saved.spoken) of \(goal.target.spoken) for \(name). That leaves \(goal.remaining.spoken) to go.",
      card: card)
  }
}

/// What is left of an expense this month.
public struct ExpenseLeft: Intent {
  /// What the intent is for.
  public static let title = "Expense left"
  @Parameter(title: "Expense", prompt: "Which expense?") var expense: Expense

  /// An intent whose expense is still to be filled.
  public init() {}

  /// Says what is left, or by how much it is overspent.
  public func perform() async throws -> IntentResponse {
    let name = expense.dialogName
    let card = ResponseCard(
      title: expense.name,
      rows: [
        .init("Left", expense.left.written), .init("Set aside", expense.budget.written), .init("Spent", expense.spent.written),
      ], progress: expense.budget.cents > 0 ? Double(expense.spent.cents) / Double(expense.budget.cents) : nil)
    switch expense.left.cents {
    case 1...: return .success("You have \(expense.left.spoken) left for \(name).", card: card)
    case 0: return .success("You have nothing left for \(name).", card: card)
    default: return .success("You are \(CurrencyAmount(cents: -expense.left.cents).spoken) over for \(name).", card: card)
    }
  }
}
