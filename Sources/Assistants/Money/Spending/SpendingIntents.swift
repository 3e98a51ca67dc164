public import VocativeIntents

/// Says the amount that can be spent without touching goals or expenses.
public struct SafeToSpend: Intent {
  /// The title of the intent.
  public static let title = "Safe to spend"
  /// A suggested phrase for payday.
  public static let suggestedInvocationPhrase: String? = "how rich am i"
  @Dependency private var store: MoneyStore

  /// Creates an intent, which has no parameters.
  public init() {}

  /// Says the amount that is safe to spend, which excludes shared and protected accounts.
  public func perform() async throws -> IntentResponse {
    guard let balance = try await store.balance(of: .personal) else {
      return .success("I don't know of any money yet. Say: I earned, and how much.")
    }
    let amount = try await store.safeToSpend()
    let card = ResponseCard(
      title: "Safe to spend", rows: [.init("Safe to spend", amount), .init("In the account", balance)])
    return .success(amount.safeDialog, card: card)
  }

  /// Suggests the goal that is furthest from its target as a destination for the remaining money.
  public func associatedShortcuts() async throws -> [Shortcut] {
    guard let goal = try await store.goals().max(by: { $0.remaining < $1.remaining }) else { return [] }
    let progress = GoalProgress()
    progress.goal = goal
    return [Shortcut(progress)]
  }
}

/// Says the remaining budget of an expense in its week or month.
public struct ExpenseLeft: Intent {
  /// The title of the intent.
  public static let title = "Expense left"
  @Parameter(title: "Expense", prompt: "Which expense?") var expense: Expense

  /// Creates an intent with empty parameters.
  public init() {}

  /// Donations are deleted with the expense.
  public var donationGroup: String? { expense.donationGroup }

  /// Says the remaining budget, or the amount overspent.
  public func perform() async throws -> IntentResponse {
    let name = expense.dialogName
    let card = expense.card
    switch expense.left.cents {
    case 1...: return .success("You have \(expense.left.spoken) left for \(name).", card: card)
    case 0: return .success("You have nothing left for \(name).", card: card)
    default: return .success("You're \(CurrencyAmount(cents: -expense.left.cents).spoken) over for \(name).", card: card)
    }
  }
}

/// Records spending on an expense, or on something else that counts for none.
public struct RecordSpending: Intent {
  /// The title of the intent.
  public static let title = "Record spending"
  /// Spending is a one-time event, not a habit to suggest.
  public static let isEligibleForPrediction = false
  /// The amount from which the intent asks for confirmation, because one misheard word makes a large difference.
  static let largeSum = CurrencyAmount(cents: 10_000)
  /// An amount above the remaining budget needs confirmation.
  ///
  /// Zero is rejected.
  public static let resolvers = [
    ParameterResolver<RecordSpending>(\.$expense) { intent, purpose in
      if let purpose { return .success(purpose) }
      return try await intent.store.expenses().isEmpty
        ? .unsupported(reason: "You don't have any expenses yet. Say: add an expense. Or: I spent money on something else.")
        : .needsValue()
    },
    ParameterResolver<RecordSpending>(\.$amount) { intent, amount in
      let resolution = Resolution<CurrencyAmount>.positive(amount)
      guard case .success(let amount) = resolution, case .expense(let expense) = intent.expense, amount > expense.left else {
        return resolution
      }
      let fault = "\(amount.spoken) is more than you have left for \(expense.dialogName)."
      return .confirmationRequired(amount, dialog: "\(fault.capitalizedSentence) Record it anyway?")
    },
  ]
  @Parameter(title: "Expense", prompt: "On which expense?") var expense: SpendingPurpose
  @Parameter(title: "Amount", prompt: "How much did you spend?") var amount: CurrencyAmount
  @Dependency private var store: MoneyStore

  /// Creates an intent with empty parameters.
  public init() {}

  /// Asks for confirmation if the amount is large, and was not confirmed because of the budget.
  public func confirm() async throws -> IntentResponse {
    guard amount >= Self.largeSum else { return .ready() }
    switch expense {
    case .expense(let expense):
      return amount <= expense.left ? .ready("Record \(amount.spoken) on \(expense.dialogName)?") : .ready()
    case .somethingElse: return .ready("Record that you spent \(amount.spoken)?")
    }
  }

  /// Deducts the amount from the account, and says the remaining budget of the expense or what is safe to spend.
  public func perform() async throws -> IntentResponse {
    guard case .expense(let expense) = expense else { return try await store.note(CurrencyAmount(cents: -amount.cents)) }
    guard let changed = try await store.spend(amount, on: expense.id) else {
      return .failure("That expense isn't there anymore.")
    }
    let rows = [ResponseCard.Row("Spent now", amount), .init("Left", changed.left)]
    return .success(
      "Noted \(amount.spoken) on \(changed.dialogName): \(changed.leftDialog).",
      card: ResponseCard(title: changed.name, rows: rows))
  }
}

extension Expense {
  /// The remaining budget, or the amount overspent, in words: `nothing left`.
  var leftDialog: String {
    left.cents >= 0 ? "\(left.spokenOrNothing) left" : "\(CurrencyAmount(cents: -left.cents).spoken) over"
  }

  /// The expense as a card.
  var card: ResponseCard {
    ResponseCard(
      title: name,
      rows: [.init("Left", left), .init("Set aside", budget), .init("Spent", spent)],
      // After a refund of an earlier period, more is left than the budget.
      progress: budget.cents > 0 ? max(Double(spent.cents), 0) / Double(budget.cents) : nil)
  }
}
