public import VocativeIntents
import VocativeUnderstanding

/// Says the progress of a protected goal.
public struct ProtectedGoalProgress: Intent {
  /// The title of the intent.
  public static let title = "Protected goal progress"
  /// Only a person who knows the passphrase may hear the answer.
  public static let authenticationPolicy = AuthenticationPolicy.requiresAuthentication
  /// Private requests are excluded from prediction.
  public static let isEligibleForPrediction = false
  @Parameter(title: "Goal", prompt: "Which goal?") var protectedGoal: PrivateGoal

  /// Creates an intent with empty parameters.
  public init() {}

  /// Says the saved amount, the target and the remainder.
  public func perform() async throws -> IntentResponse {
    .success(protectedGoal.goal.progressDialog, card: protectedGoal.goal.card)
  }
}

/// The kinds of protected goals, by who shares them.
public enum ProtectedGoalKind: String, ParameterEnum {
  /// In the owner's account.
  case protected
  /// In the shared account.
  case sharedProtected

  /// The words before "goal".
  public var spokenNames: [String] {
    self == .sharedProtected ? ["shared protected", "protected shared"] : [rawValue]
  }
}

/// Adds a protected goal, whose name and target are private from the beginning.
public struct AddProtectedGoal: Intent {
  /// The title of the intent.
  public static let title = "Add a protected goal"
  /// Only a person who knows the passphrase may add it.
  public static let authenticationPolicy = AuthenticationPolicy.requiresAuthentication
  /// Private requests are excluded from prediction.
  public static let isEligibleForPrediction = false
  /// Names are unique, so that a spoken name identifies one goal.
  public static let resolvers = [
    ParameterResolver<AddProtectedGoal>(\.$name) { intent, name in
      try await intent.store.resolved(goalName: name, isPrivate: true)
    },
    ParameterResolver<AddProtectedGoal>(\.$target) { _, target in .positive(target) },
  ]
  @Parameter(title: "Kind", default: .protected) var kind: ProtectedGoalKind
  @Parameter(title: "Name", prompt: "What should I call it?") var name: String
  @Parameter(title: "Target", prompt: "How much do you want to save?") var target: CurrencyAmount
  @Dependency private var store: MoneyStore

  /// Creates an intent with empty parameters.
  public init() {}

  /// Asks for confirmation, because the name and the amount may be misheard.
  public func confirm() async throws -> IntentResponse {
    target.confirmsGoal(called: name, of: kind == .protected ? "protected " : "shared protected ")
  }

  /// Adds the goal and says how to ask for it.
  public func perform() async throws -> IntentResponse {
    try await store.add(name, for: target, kind: kind == .protected ? .protected : .sharedProtected)
  }
}

/// Adds money that is safe to spend to a protected goal.
public struct AddToProtectedGoal: Intent {
  /// The title of the intent.
  public static let title = "Add to a protected goal"
  /// Only a person who knows the passphrase may change it.
  public static let authenticationPolicy = AuthenticationPolicy.requiresAuthentication
  /// Private requests are excluded from prediction.
  public static let isEligibleForPrediction = false
  /// Only money that is safe to spend can be saved.
  public static let resolvers = [
    ParameterResolver<AddToProtectedGoal>(\.$amount) { intent, amount in
      try await intent.store.resolved(savingFor: intent.protectedGoal.goal, amount)
    }
  ]
  @Parameter(title: "Goal", prompt: "For which goal?") var protectedGoal: PrivateGoal
  @Parameter(title: "Amount", prompt: "How much?") var amount: CurrencyAmount
  @Dependency private var store: MoneyStore

  /// Creates an intent with empty parameters.
  public init() {}

  /// Asks for confirmation, because the amount may be misheard.
  public func confirm() async throws -> IntentResponse { try await store.confirmsSaving(amount, for: protectedGoal.goal) }

  /// Saves the amount and says the progress of the goal.
  public func perform() async throws -> IntentResponse {
    try await store.transfer(amount, from: nil, to: protectedGoal.id).response
  }
}

/// Renames a protected goal.
public struct RenameProtectedGoal: Intent {
  /// The title of the intent.
  public static let title = "Rename a protected goal"
  /// Only a person who knows the passphrase may change it.
  public static let authenticationPolicy = AuthenticationPolicy.requiresAuthentication
  /// Private requests are excluded from prediction.
  public static let isEligibleForPrediction = false
  /// Names are unique, so that a spoken name identifies one goal.
  public static let resolvers = [
    ParameterResolver<RenameProtectedGoal>(\.$name) { intent, name in
      try await intent.store.resolved(goalName: name, renaming: intent.protectedGoal.id, isPrivate: true)
    }
  ]
  @Parameter(title: "Goal", prompt: "Which goal?") var protectedGoal: PrivateGoal
  @Parameter(title: "Name", prompt: "What should I call it?") var name: String
  @Dependency private var store: MoneyStore

  /// Creates an intent with empty parameters.
  public init() {}

  /// Asks for confirmation, because the name may be misheard.
  public func confirm() async throws -> IntentResponse { protectedGoal.goal.confirmsRenaming(to: name) }

  /// Renames the goal.
  public func perform() async throws -> IntentResponse { try await store.rename(protectedGoal.goal, to: name) }
}

/// Completes a protected goal, whose money is then safe to spend.
public struct CompleteProtectedGoal: Intent {
  /// The title of the intent.
  public static let title = "Complete a protected goal"
  /// Only a person who knows the passphrase may change it.
  public static let authenticationPolicy = AuthenticationPolicy.requiresAuthentication
  /// Private requests are excluded from prediction.
  public static let isEligibleForPrediction = false
  @Parameter(title: "Goal", prompt: "Which goal?") var protectedGoal: PrivateGoal
  @Dependency private var store: MoneyStore

  /// Creates an intent with empty parameters.
  public init() {}

  /// Asks for confirmation, because the goal cannot be asked for anymore.
  public func confirm() async throws -> IntentResponse { .ready("Complete your \(protectedGoal.dialogName) goal?") }

  /// Completes the goal.
  public func perform() async throws -> IntentResponse { try await store.complete(protectedGoal.goal) }
}

/// Deletes a protected goal, whose money is then safe to spend.
public struct DeleteProtectedGoal: Intent {
  /// The title of the intent.
  public static let title = "Delete a protected goal"
  /// Only a person who knows the passphrase may change it.
  public static let authenticationPolicy = AuthenticationPolicy.requiresAuthentication
  /// Private requests are excluded from prediction.
  public static let isEligibleForPrediction = false
  @Parameter(title: "Goal", prompt: "Which goal?") var protectedGoal: PrivateGoal
  @Dependency private var store: MoneyStore

  /// Creates an intent with empty parameters.
  public init() {}

  /// Asks for confirmation, because the history is lost.
  public func confirm() async throws -> IntentResponse { .ready("Delete your \(protectedGoal.dialogName) goal?") }

  /// Deletes the goal.
  public func perform() async throws -> IntentResponse { try await store.delete(protectedGoal.goal) }
}
