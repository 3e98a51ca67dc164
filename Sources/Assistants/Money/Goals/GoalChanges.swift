public import VocativeIntents
import VocativeMemory
import VocativeUnderstanding

/// Adds a goal that is not protected.
public struct AddGoal: Intent {
  /// The title of the intent.
  public static let title = "Add a goal"
  /// The same goal is not added again.
  public static let isEligibleForPrediction = false
  /// Names are unique, so that a spoken name identifies one goal.
  public static let resolvers = [
    ParameterResolver<AddGoal>(\.$name) { intent, name in
      try await intent.store.resolved(goalName: name, isPrivate: false)
    },
    ParameterResolver<AddGoal>(\.$target) { _, target in .positive(target) },
  ]
  @Parameter(title: "Kind", default: .personal) var kind: SpendingAccount
  @Parameter(title: "Name", prompt: "What should I call it?") var name: String
  @Parameter(title: "Target", prompt: "How much do you want to save?") var target: CurrencyAmount
  @Dependency private var store: MoneyStore
  @Dependency private var memory: AssistantMemory

  /// Creates an intent with empty parameters.
  public init() {}

  /// Asks for confirmation, because the name and the amount may be misheard.
  public func confirm() async throws -> IntentResponse {
    target.confirmsGoal(called: name, of: kind == .personal ? "" : "shared ")
  }

  /// Adds the goal, says how to ask for it, and suggests it.
  public func perform() async throws -> IntentResponse {
    try await store.add(name, for: target, kind: kind == .personal ? .personal : .shared, in: memory)
  }
}

/// Renames a goal.
public struct RenameGoal: Intent {
  /// The title of the intent.
  public static let title = "Rename a goal"
  /// The same goal is not renamed again.
  public static let isEligibleForPrediction = false
  /// Names are unique, so that a spoken name identifies one goal.
  public static let resolvers = [
    ParameterResolver<RenameGoal>(\.$name) { intent, name in
      try await intent.store.resolved(goalName: name, renaming: intent.goal.id, isPrivate: false)
    }
  ]
  @Parameter(title: "Goal", prompt: "Which goal?") var goal: Goal
  @Parameter(title: "Name", prompt: "What should I call it?") var name: String
  @Dependency private var store: MoneyStore
  @Dependency private var memory: AssistantMemory

  /// Creates an intent with empty parameters.
  public init() {}

  /// Asks for confirmation, because the name may be misheard.
  public func confirm() async throws -> IntentResponse { goal.confirmsRenaming(to: name) }

  /// Renames the goal, and suggests it by its new name.
  public func perform() async throws -> IntentResponse { try await store.rename(goal, to: name, in: memory) }
}

/// Completes a goal, whose money is then safe to spend.
public struct CompleteGoal: Intent {
  /// The title of the intent.
  public static let title = "Complete a goal"
  /// A goal is completed once.
  public static let isEligibleForPrediction = false
  @Parameter(title: "Goal", prompt: "Which goal?") var goal: Goal
  @Dependency private var store: MoneyStore
  @Dependency private var memory: AssistantMemory

  /// Creates an intent with empty parameters.
  public init() {}

  /// Asks for confirmation, because the goal cannot be asked for anymore.
  public func confirm() async throws -> IntentResponse { .ready("Complete your \(goal.dialogName) goal?") }

  /// Completes the goal, and forgets what was learned about it.
  public func perform() async throws -> IntentResponse { try await store.complete(goal, in: memory) }
}

/// Deletes a goal, whose money is then safe to spend.
public struct DeleteGoal: Intent {
  /// The title of the intent.
  public static let title = "Delete a goal"
  /// A goal is deleted once.
  public static let isEligibleForPrediction = false
  @Parameter(title: "Goal", prompt: "Which goal?") var goal: Goal
  @Dependency private var store: MoneyStore
  @Dependency private var memory: AssistantMemory

  /// Creates an intent with empty parameters.
  public init() {}

  /// Asks for confirmation, because the history is lost.
  public func confirm() async throws -> IntentResponse { .ready("Delete your \(goal.dialogName) goal?") }

  /// Deletes the goal, and with it what was learned about it.
  public func perform() async throws -> IntentResponse { try await store.delete(goal, in: memory) }
}

extension CurrencyAmount {
  /// The question whether to add a goal with this target.
  ///
  /// - Parameter kind: The words before "goal", each followed by a space.
  func confirmsGoal(called name: String, of kind: String) -> IntentResponse {
    .ready("Add a \(kind)goal called \(MoneyName.full(name) ?? name), for \(spoken)?")
  }
}

extension Goal {
  func confirmsRenaming(to name: String) -> IntentResponse {
    .ready("Call your \(dialogName) goal \(MoneyName.full(name) ?? name)?")
  }
}

/// The changes with their responses.
extension MoneyStore {
  private static let gone = IntentResponse.failure("That goal isn't there anymore.")

  /// - Parameter memory: The memory that suggests goals; nil for a protected goal, which is not suggested.
  func add(
    _ name: String, for target: CurrencyAmount, kind: GoalKind, in memory: AssistantMemory? = nil
  ) async throws -> IntentResponse {
    let goal = try await addGoal(named: MoneyName.written(name), target: target, kind: kind)
    try await memory?.suggestGoals(of: self)
    return .success("Added. Ask for your \(goal.dialogName) goal.", card: goal.isProtected ? nil : goal.card)
  }

  /// - Parameter memory: The memory that suggests goals; nil for a protected goal, which is not suggested.
  func rename(_ goal: Goal, to name: String, in memory: AssistantMemory? = nil) async throws -> IntentResponse {
    guard let renamed = try await renameGoal(goal.id, to: MoneyName.written(name)) else { return Self.gone }
    try await memory?.suggestGoals(of: self)
    return .success("Done. It's called \(renamed.dialogName) now.", card: goal.isProtected ? nil : renamed.card)
  }

  /// - Parameter memory: The memory that knows the goal; nil for a protected goal, of which nothing is remembered.
  func complete(_ goal: Goal, in memory: AssistantMemory? = nil) async throws -> IntentResponse {
    guard let completed = try await completeGoal(goal.id) else { return Self.gone }
    try await memory?.forget(goal, in: self)
    return .success("Your \(completed.dialogName) goal is complete." + (try await releaseDialog(of: completed)))
  }

  /// - Parameter memory: The memory that knows the goal; nil for a protected goal, of which nothing is remembered.
  func delete(_ goal: Goal, in memory: AssistantMemory? = nil) async throws -> IntentResponse {
    guard let deleted = try await deleteGoal(goal.id) else { return Self.gone }
    try await memory?.forget(goal, in: self)
    return .success("Deleted." + (try await releaseDialog(of: deleted)))
  }

  func take(_ amount: CurrencyAmount, from goal: Goal) async throws -> IntentResponse {
    guard let changed = try await withdraw(amount, from: goal.id) else {
      return .failure("There isn't enough money for that anymore.")
    }
    let taken = "Took \(amount.spoken) from \(changed.dialogName), which now holds \(changed.saved.spokenOrNothing)."
    return .success(taken + (try await releaseDialog(of: goal)), card: changed.card)
  }

  /// The money that can be spent after some or all of a goal's was released, in words with a leading space; empty if it had none.
  ///
  /// An account that was short needs some of the money, or all of it.
  private func releaseDialog(of goal: Goal) async throws -> String {
    guard goal.saved.cents > 0 else { return "" }
    let available = try await available(in: goal.account)
    switch goal.account {
    case .personal: return " \(available.safeDialog)"
    case .shared where available.cents > 0: return " There's \(available.spoken) free in your shared account now."
    case .shared: return " \(goal.account.safeDialog(available))"
    }
  }
}
