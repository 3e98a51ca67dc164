public import VocativeIntents

/// Takes money from a goal, which is then safe to spend.
public struct TakeFromGoal: Intent {
  /// The title of the intent.
  public static let title = "Take from a goal"
  /// Only money that is saved for the goal can be taken.
  public static let resolvers = [
    ParameterResolver<TakeFromGoal>(\.$amount) { intent, amount in intent.goal.resolved(taking: amount) }
  ]
  @Parameter(title: "Goal", prompt: "From which goal?") var goal: Goal
  @Parameter(title: "Amount", prompt: "How much?") var amount: CurrencyAmount
  @Dependency private var store: MoneyStore

  /// Creates an intent with empty parameters.
  public init() {}

  /// Donations are deleted with the goal.
  public var donationGroup: String? { goal.donationGroup }

  /// Asks for confirmation, because the amount may be misheard.
  public func confirm() async throws -> IntentResponse { goal.confirmsTaking(amount) }

  /// Takes the amount, and says what is left in the goal and what is safe to spend.
  public func perform() async throws -> IntentResponse { try await store.take(amount, from: goal) }
}

/// Takes money from a protected goal, which is then safe to spend.
public struct TakeFromProtectedGoal: Intent {
  /// The title of the intent.
  public static let title = "Take from a protected goal"
  /// Only a person who knows the passphrase may change it.
  public static let authenticationPolicy = AuthenticationPolicy.requiresAuthentication
  /// Private requests are excluded from prediction.
  public static let isEligibleForPrediction = false
  /// Only money that is saved for the goal can be taken.
  public static let resolvers = [
    ParameterResolver<TakeFromProtectedGoal>(\.$amount) { intent, amount in
      intent.protectedGoal.goal.resolved(taking: amount)
    }
  ]
  @Parameter(title: "Goal", prompt: "From which goal?") var protectedGoal: PrivateGoal
  @Parameter(title: "Amount", prompt: "How much?") var amount: CurrencyAmount
  @Dependency private var store: MoneyStore

  /// Creates an intent with empty parameters.
  public init() {}

  /// Asks for confirmation, because the amount may be misheard.
  public func confirm() async throws -> IntentResponse { protectedGoal.goal.confirmsTaking(amount) }

  /// Takes the amount, and says what is left in the goal and what is safe to spend.
  public func perform() async throws -> IntentResponse { try await store.take(amount, from: protectedGoal.goal) }
}

extension Goal {
  /// Resolves an amount to take from the goal: only money that is saved for it can be taken.
  func resolved(taking amount: CurrencyAmount?) -> Resolution<CurrencyAmount> {
    let isEmpty = saved.cents <= 0
    guard let amount else { return isEmpty ? .unsupported(reason: emptyDialog) : .needsValue() }
    // Another amount would not help, so the confirmation refuses it.
    guard !isEmpty else { return .success(amount) }
    guard amount.cents > 0 else { return .unsupported(reason: "That has to be more than zero.") }
    guard amount <= saved else {
      return .unsupported(reason: "\(dialogName) only has \(saved.spoken).".capitalizedSentence)
    }
    return .success(amount)
  }

  /// The reason why nothing can be taken, in words.
  var emptyDialog: String { "You haven't saved any money for \(dialogName)." }

  /// Asks whether to take an amount, or refuses if there is nothing to take.
  func confirmsTaking(_ amount: CurrencyAmount) -> IntentResponse {
    saved.cents > 0 ? .ready("Take \(amount.spoken) from \(dialogName)?") : .failure(emptyDialog)
  }
}
