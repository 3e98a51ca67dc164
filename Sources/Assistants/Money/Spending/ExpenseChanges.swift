public import VocativeIntents
import VocativeMemory
import VocativeUnderstanding

/// Adds an expense with a budget.
public struct AddExpense: Intent {
  /// The title of the intent.
  public static let title = "Add an expense"
  /// The same expense is not added again.
  public static let isEligibleForPrediction = false
  /// Names are unique, so that a spoken name identifies one expense.
  ///
  /// The account is only asked for if there is a shared one.
  public static let resolvers = [
    ParameterResolver<AddExpense>(\.$name) { intent, name in
      guard let name else { return .needsValue() }
      return try await intent.store.fault(inExpenseName: name).map { .unsupported(reason: $0) } ?? .success(name)
    },
    ParameterResolver<AddExpense>(\.$budget) { _, budget in .positive(budget) },
    ParameterResolver<AddExpense>(\.$account) { intent, account in
      if let account { return .success(account) }
      return try await intent.store.balance(of: .shared) == nil ? .success(.personal) : .needsValue()
    },
  ]
  @Parameter(title: "Name", prompt: "What should I call it?") var name: String
  @Parameter(title: "Budget", prompt: "How much do you set aside?") var budget: CurrencyAmount
  @Parameter(title: "Period", prompt: "Every week or every month?") var period: Expense.Period
  @Parameter(title: "Account", prompt: "From your personal or your shared account?") var account: SpendingAccount
  @Dependency private var store: MoneyStore

  /// Creates an intent with empty parameters.
  public init() {}

  /// Asks for confirmation, because the name and the amount may be misheard.
  public func confirm() async throws -> IntentResponse {
    let source = account == .shared ? " from your shared account" : ""
    return .ready("Set aside \(budget.spoken) \(period.dialog) for \(MoneyName.full(name) ?? name)\(source)?")
  }

  /// Adds the expense and says how to ask for it.
  public func perform() async throws -> IntentResponse {
    let expense = try await store.addExpense(
      named: MoneyName.written(name), budget: budget, period: period, account: account)
    return .success("Added. Ask for your \(expense.dialogName) expense.", card: expense.card)
  }
}

/// Deletes an expense; what was spent stays spent.
public struct DeleteExpense: Intent {
  /// The title of the intent.
  public static let title = "Delete an expense"
  /// An expense is deleted once.
  public static let isEligibleForPrediction = false
  @Parameter(title: "Expense", prompt: "Which expense?") var expense: Expense
  @Dependency private var store: MoneyStore
  @Dependency private var memory: AssistantMemory

  /// Creates an intent with empty parameters.
  public init() {}

  /// Asks for confirmation, because its budget is lost.
  public func confirm() async throws -> IntentResponse { .ready("Delete your \(expense.dialogName) expense?") }

  /// Deletes the expense, and with it what was learned about it.
  public func perform() async throws -> IntentResponse {
    guard try await store.deleteExpense(expense.id) != nil else { return .failure("That expense isn't there anymore.") }
    try await memory.forget(expense, in: store)
    return .success("Deleted.")
  }
}

/// Records income.
public struct RecordIncome: Intent {
  /// The title of the intent.
  public static let title = "Record income"
  /// Income is a one-time event, not a habit to suggest.
  public static let isEligibleForPrediction = false
  /// Zero is rejected.
  public static let resolvers = [ParameterResolver<RecordIncome>(\.$amount) { _, amount in .positive(amount) }]
  @Parameter(title: "Amount", prompt: "How much did you get?") var amount: CurrencyAmount
  @Dependency private var store: MoneyStore

  /// Creates an intent with empty parameters.
  public init() {}

  /// Asks for confirmation if the amount is large.
  public func confirm() async throws -> IntentResponse {
    amount >= RecordSpending.largeSum ? .ready("Record that you got \(amount.spoken)?") : .ready()
  }

  /// Adds the amount to the account and says what is safe to spend.
  public func perform() async throws -> IntentResponse {
    try await store.note(amount)
  }
}

extension MoneyStore {
  /// Records an amount of today and says what is safe to spend.
  func note(_ amount: CurrencyAmount) async throws -> IntentResponse {
    guard let today = CalendarDay(clock.now(), calendar: clock.calendar) else { return .failure("I don't know what day it is.") }
    try await record(LedgerEntry(amount, on: today))
    let safe = try await safeToSpend()
    let noted = CurrencyAmount(cents: abs(amount.cents))
    let rows = [ResponseCard.Row(amount.cents > 0 ? "Income" : "Spent now", noted), .init("Safe to spend", safe)]
    return .success(
      "Noted \(noted.spoken). \(safe.safeDialog)", card: ResponseCard(title: "Safe to spend", rows: rows))
  }
}

extension CurrencyAmount {
  /// The amount in words, for what is left or saved.
  var spokenOrNothing: String { cents == 0 ? "nothing" : spoken }

  /// The balance of an account, in words.
  ///
  /// - Parameter account: The account, as the beginning of a sentence: `Your shared account`.
  func balanceDialog(of account: String) -> String {
    switch cents {
    case 1...: "\(account) holds \(spoken)."
    case 0: "\(account) is empty."
    default: "\(account) is \(CurrencyAmount(cents: -cents).spoken) short."
    }
  }

  /// The amount as what is safe to spend, in words.
  var safeDialog: String {
    switch cents {
    case 1...: "You have \(spoken) safe to spend."
    case 0: "You have nothing left to spend."
    default: "You have nothing left to spend. You're \(CurrencyAmount(cents: -cents).spoken) short."
    }
  }
}
