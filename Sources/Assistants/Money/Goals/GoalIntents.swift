public import VocativeIntents
import VocativeUnderstanding

/// Says the progress of a goal.
public struct GoalProgress: Intent {
  /// The title of the intent.
  public static let title = "Goal progress"
  /// A suggestion for a goal's own phrase.
  public static let suggestedInvocationPhrase: String? = "are we there yet"
  @Parameter(title: "Goal", prompt: "Which goal?") var goal: Goal

  /// Creates an intent with empty parameters.
  public init() {}

  /// Donations are deleted with the goal.
  public var donationGroup: String? { goal.donationGroup }

  /// Says the saved amount, the target and the remainder.
  public func perform() async throws -> IntentResponse {
    .success(goal.progressDialog, card: goal.card)
  }
}

/// Lists the goals.
public struct ListGoals: Intent {
  /// The title of the intent.
  public static let title = "List goals"
  @Dependency private var store: MoneyStore

  /// Creates an intent, which has no parameters.
  public init() {}

  /// Says the goals and the amount saved for each.
  public func perform() async throws -> IntentResponse {
    let goals = try await store.goals()
    let others = try await store.protectedGoals().count
    guard !goals.isEmpty else {
      return .success(
        others == 0
          ? "You don't have any goals yet. Say: add a goal." : "You only have \(SpokenNumber.count(others, "protected goal")).")
    }
    let names = goals.map { "\($0.dialogName) with \($0.saved.spokenOrNothing)" }
    let card = ResponseCard(title: "Goals", rows: goals.map { .init($0.name, "\($0.saved.written) of \($0.target.written)") })
    let rest = others == 0 ? "" : " There's also \(SpokenNumber.count(others, "protected goal"))."
    return .success("You have \(SpokenNumber.count(goals.count, "goal")): \(SpokenList.of(names)).\(rest)", card: card)
  }
}

/// Adds money that is safe to spend to a goal.
public struct AddToGoal: Intent {
  /// The title of the intent.
  public static let title = "Add to a goal"
  /// Only money that is safe to spend can be saved.
  public static let resolvers = [
    ParameterResolver<AddToGoal>(\.$amount) { intent, amount in
      try await intent.store.resolved(savingFor: intent.goal, amount)
    }
  ]
  @Parameter(title: "Goal", prompt: "For which goal?") var goal: Goal
  @Parameter(title: "Amount", prompt: "How much?") var amount: CurrencyAmount
  @Dependency private var store: MoneyStore

  /// Creates an intent with empty parameters.
  public init() {}

  /// Donations are deleted with the goal.
  public var donationGroup: String? { goal.donationGroup }

  /// Asks for confirmation, because the amount may be misheard.
  public func confirm() async throws -> IntentResponse { try await store.confirmsSaving(amount, for: goal) }

  /// Saves the amount and says the progress of the goal.
  public func perform() async throws -> IntentResponse {
    try await store.transfer(amount, from: nil, to: goal.id).response
  }
}

/// Moves money from one goal to another.
public struct MoveMoney: Intent {
  /// The title of the intent.
  public static let title = "Move money"
  /// The goals must differ and be saved in one account, and the source must have enough money.
  public static let resolvers = [
    ParameterResolver<MoveMoney>(\.$source) { intent, source in
      if let source { return .success(source) }
      return try await intent.store.goals().count < 2 ? .unsupported(reason: "You need two goals for that.") : .needsValue()
    },
    ParameterResolver<MoveMoney>(\.$destination) { intent, destination in
      guard let destination else { return .needsValue() }
      guard destination != intent.source else {
        return .unsupported(reason: "The money already comes from \(intent.source.dialogName).")
      }
      guard destination.account == intent.source.account else {
        return .unsupported(reason: "The money for \(destination.dialogName) is in another account.")
      }
      return .success(destination)
    },
    ParameterResolver<MoveMoney>(\.$amount) { intent, amount in intent.source.resolved(taking: amount) },
  ]
  @Parameter(title: "Source", prompt: "From which goal?") var source: Goal
  @Parameter(title: "Destination", prompt: "To which goal?") var destination: Goal
  @Parameter(title: "Amount", prompt: "How much?") var amount: CurrencyAmount
  @Dependency private var store: MoneyStore

  /// Creates an intent with empty parameters.
  public init() {}

  /// Donations are deleted with the source.
  public var donationGroup: String? { source.donationGroup }

  /// Asks for confirmation, because the amount or a goal may be misheard.
  public func confirm() async throws -> IntentResponse {
    guard source.saved.cents > 0 else { return .failure(source.emptyDialog) }
    return .ready("Move \(amount.spoken) from \(source.dialogName) to \(destination.dialogName)?")
  }

  /// Moves the amount and says the new balance of both goals.
  public func perform() async throws -> IntentResponse {
    try await store.transfer(amount, from: source.id, to: destination.id).response
  }
}

/// Shows the details of a goal.
public struct ShowGoalDetails: Intent {
  /// The title of the intent.
  public static let title = "Show goal details"
  /// The detail view of a goal with its history.
  public static let details = ActivityType("bank.simple.goal-details", eligibility: [.search, .prediction])
  /// The detail view of a goal with its history.
  public static let activityTypes = [details]
  @Parameter(title: "Goal", prompt: "Which goal?") var goal: Goal

  /// Creates an intent with empty parameters.
  public init() {}

  /// Donations are deleted with the goal.
  public var donationGroup: String? { goal.donationGroup }

  /// Continues in the assistant's detail view of the goal.
  public func perform() async throws -> IntentResponse {
    .continueInApp("", activity: Self.activity(for: goal))
  }

  /// Returns the detail view of a goal.
  static func activity(for goal: Goal) -> Activity {
    Activity(details, title: "Show \(goal.name) details", state: ["goal": goal.id])
  }
}

extension MoneyStore {
  /// Resolves an amount to save for a goal: only money that is safe to spend can be saved.
  func resolved(savingFor goal: Goal, _ amount: CurrencyAmount?) async throws -> Resolution<CurrencyAmount> {
    let available = try await available(in: goal.account)
    let isEmpty = available.cents <= 0
    guard let amount else { return isEmpty ? .unsupported(reason: goal.account.safeDialog(available)) : .needsValue() }
    // Another amount would not help, so the confirmation refuses it.
    guard !isEmpty else { return .success(amount) }
    guard amount.cents > 0 else { return .unsupported(reason: "That has to be more than zero.") }
    return amount <= available ? .success(amount) : .unsupported(reason: goal.account.safeDialog(available))
  }

  /// Asks whether to save an amount for a goal, or refuses if there is nothing to save.
  func confirmsSaving(_ amount: CurrencyAmount, for goal: Goal) async throws -> IntentResponse {
    let available = try await available(in: goal.account)
    guard available.cents > 0 else { return .failure(goal.account.safeDialog(available)) }
    return .ready("Save \(amount.spoken) for \(goal.dialogName)?")
  }
}
