public import VocativeIntents
import VocativeUnderstanding

/// How far a goal has come.
public struct GoalProgress: Intent {
  /// What the intent is for.
  public static let title = "Goal progress"
  /// What somebody may want to say for a goal of their own.
  public static let suggestedInvocationPhrase: String? = "are we there yet"
  @Parameter(title: "Goal", prompt: "Which goal?") var goal: Goal

  /// An intent whose goal is still to be filled.
  public init() {}

  /// Says what is saved, of what, and what is left.
  public func perform() async throws -> IntentResponse {
    .success(goal.progressDialog, card: goal.card)
  }
}

/// Which goals there are.
public struct ListGoals: Intent {
  /// What the intent is for.
  public static let title = "List goals"
  @Dependency private var store: MoneyStore

  /// An intent without parameters.
  public init() {}

  /// Says the goals, and how much of each is saved.
  public func perform() async throws -> IntentResponse {
    let goals = try await store.goals()
    guard !goals.isEmpty else { return .success("You have no goals.") }
    let names = goals.map { "\($0.dialogName) with \($0.saved.spoken)" }
    let card = ResponseCard(title: "Goals", rows: goals.map { .init($0.name, "\($0.saved.written) of \($0.target.written)") })
    return .success("You have \(SpokenNumber.count(goals.count, "goal")): \(SpokenList.of(names)).", card: card)
  }
}

/// Puts money that is safe to spend into a goal.
public struct AddToGoal: Intent {
  /// What the intent is for.
  public static let title = "Add to a goal"
  /// Only what is safe to spend can be saved.
  public static let resolvers = [
    ParameterResolver<AddToGoal>(\.$amount) { intent, amount in
      guard let amount else { return .needsValue() }
      guard amount.cents > 0 else { return .unsupported(reason: "That is no money at all.") }
      let available = try await intent.store.safeToSpend()
      guard amount <= available else {
        return .unsupported(
          reason: available.cents > 0 ? "Only \(available.spoken) are safe to spend." : "Nothing is safe to spend.")
      }
      return .success(amount)
    }
  ]
  @Parameter(title: "Goal", prompt: "For which goal?") var goal: Goal
  @Parameter(title: "Amount", prompt: "How much?") var amount: CurrencyAmount
  @Dependency private var store: MoneyStore

  /// An intent whose goal and amount are still to be filled.
  public init() {}

  /// Asks first: the sum may have been misheard.
  public func confirm() async throws -> IntentResponse {
    .ready("Save \(amount.spoken) for \(goal.dialogName)?")
  }

  /// Saves the sum, and says how far the goal has come.
  public func perform() async throws -> IntentResponse {
    try await store.transfer(amount, from: nil, to: goal.id).response
  }
}

/// Moves money from one goal to another.
public struct MoveMoney: Intent {
  /// What the intent is for.
  public static let title = "Move money"
  /// The goals must differ, and the money must be there.
  public static let resolvers = [
    ParameterResolver<MoveMoney>(\.$destination) { intent, destination in
      guard let destination else { return .needsValue() }
      return destination == intent.source
        ? .unsupported(reason: "It comes from \(intent.source.dialogName).") : .success(destination)
    },
    ParameterResolver<MoveMoney>(\.$amount) { intent, amount in
      guard let amount else { return .needsValue() }
      guard amount.cents > 0 else { return .unsupported(reason: "That is no money at all.") }
      guard amount <= intent.source.saved else {
        return .unsupported(reason: "\(intent.source.dialogName) holds only \(intent.source.saved.spoken).".capitalizedSentence)
      }
      return .success(amount)
    },
  ]
  @Parameter(title: "Source", prompt: "From which goal?") var source: Goal
  @Parameter(title: "Destination", prompt: "To which goal?") var destination: Goal
  @Parameter(title: "Amount", prompt: "How much?") var amount: CurrencyAmount
  @Dependency private var store: MoneyStore

  /// An intent whose goals and amount are still to be filled.
  public init() {}

  /// Asks first: the sum or a goal may have been misheard.
  public func confirm() async throws -> IntentResponse {
    .ready("Move \(amount.spoken) from \(source.dialogName) to \(destination.dialogName)?")
  }

  /// Moves the sum, and says what both goals hold then.
  public func perform() async throws -> IntentResponse {
    try await store.transfer(amount, from: source.id, to: destination.id).response
  }
}

/// Shows all there is to know about a goal.
public struct ShowGoalDetails: Intent {
  /// What the intent is for.
  public static let title = "Show goal details"
  /// A goal with its history.
  public static let details = ActivityType("bank.simple.goal-details", eligibility: [.search, .prediction])
  /// A goal with its history.
  public static let activityTypes = [details]
  @Parameter(title: "Goal", prompt: "Which goal?") var goal: Goal

  /// An intent whose goal is still to be filled.
  public init() {}

  /// Goes on in the assistant's own view of the goal.
  public func perform() async throws -> IntentResponse {
    let activity = Activity(Self.details, title: "Show \(goal.name) details", state: ["goal": goal.id])
    return .continueInApp("", activity: activity)
  }
}
