public import VocativeIntents

/// How much can be spent without touching goals or expenses.
public struct SafeToSpend: Intent {
  /// What the intent is for.
  public static let title = "Safe to spend"
  /// What somebody may want to say for it on payday.
  public static let suggestedInvocationPhrase: String? = "how rich am i"
  @Dependency private var store: MoneyStore

  /// An intent without parameters.
  public init() {}

  /// Says what is safe to spend; money in shared and protected accounts is not.
  public func perform() async throws -> IntentResponse {
    let (amount, balance) = (try await store.safeToSpend(), try await store.balance())
    let card = ResponseCard(
      title: "Safe to spend", rows: [.init("Safe to spend", amount), .init("In the account", balance)])
    switch amount.cents {
    case 1...: return .success("You have \(amount.spoken) safe to spend.", card: card)
    case 0: return .success("You have nothing left to spend.", card: card)
    default:
      return .success("You have nothing left to spend. You are \(CurrencyAmount(cents: -amount.cents).spoken) short.", card: card)
    }
  }

  /// The goal that is furthest from its target is what the rest may go to.
  public func associatedShortcuts() async throws -> [Shortcut] {
    guard let goal = try await store.goals().max(by: { $0.remaining < $1.remaining }) else { return [] }
    let progress = GoalProgress()
    progress.goal = goal
    return [Shortcut(progress)]
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
        .init("Left", expense.left), .init("Set aside", expense.budget), .init("Spent", expense.spent),
      ], progress: expense.budget.cents > 0 ? Double(expense.spent.cents) / Double(expense.budget.cents) : nil)
    switch expense.left.cents {
    case 1...: return .success("You have \(expense.left.spoken) left for \(name).", card: card)
    case 0: return .success("You have nothing left for \(name).", card: card)
    default: return .success("You are \(CurrencyAmount(cents: -expense.left.cents).spoken) over for \(name).", card: card)
    }
  }
}

/// Notes that money was spent.
public struct RecordSpending: Intent {
  /// What the intent is for.
  public static let title = "Record spending"
  /// Spending is an event, and no habit to suggest.
  public static let isEligibleForPrediction = false
  /// Sums from which on the person is asked first, since one misheard word makes a large difference.
  static let largeSum = CurrencyAmount(cents: 10_000)
  /// More than is left is asked about; nothing at all cannot be spent.
  public static let resolvers = [
    ParameterResolver<RecordSpending>(\.$amount) { intent, amount in
      guard let amount else { return .needsValue() }
      guard amount.cents > 0 else { return .unsupported(reason: "That is no money at all.") }
      guard amount > intent.expense.left else { return .success(amount) }
      return .confirmationRequired(
        amount, dialog: "That is more than is left for \(intent.expense.dialogName). Record it all the same?")
    }
  ]
  @Parameter(title: "Expense", prompt: "On which expense?") var expense: Expense
  @Parameter(title: "Amount", prompt: "How much did you spend?") var amount: CurrencyAmount
  @Dependency private var store: MoneyStore

  /// An intent whose expense and amount are still to be filled.
  public init() {}

  /// Asks first about a large sum.
  public func confirm() async throws -> IntentResponse {
    amount >= Self.largeSum ? .ready("Record \(amount.spoken) on \(expense.dialogName)?") : .ready()
  }

  /// Takes the sum out of the account, and says what is left of the expense.
  public func perform() async throws -> IntentResponse {
    guard let expense = try await store.spend(amount, on: expense.id) else {
      return .failure("That expense is not there any more.")
    }
    let rows = [ResponseCard.Row("Spent now", amount), .init("Left", expense.left)]
    let left =
      expense.left.cents >= 0 ? "\(expense.left.spoken) left" : "\(CurrencyAmount(cents: -expense.left.cents).spoken) over"
    return .success(
      "Noted \(amount.spoken) on \(expense.dialogName): \(left).", card: ResponseCard(title: expense.name, rows: rows))
  }
}
