public import VocativeIntents

/// A savings goal.
public struct Goal: Entity, Equatable {
  /// The permanent identifier, derived from the original name: `summer-vacation`.
  public let id: String
  /// The name that the owner gave it, including emoji.
  public let name: String
  /// The amount saved so far.
  public let saved: CurrencyAmount
  /// The target amount.
  public let target: CurrencyAmount
  /// The account that holds the money.
  public let account: SpendingAccount
  /// Whether the passphrase protects it.
  public let isProtected: Bool

  /// Finds goals in the store.
  public static let defaultQuery = GoalQuery()
  /// The name in the spelling of the owner.
  public var displayName: String { name }
  /// The full name and each of its shorter endings: `summer vacation` and `vacation`.
  public var spokenNames: [String] { MoneyName.spoken(name) }
  /// The amount that is still missing; zero if the target is reached.
  public var remaining: CurrencyAmount { max(target - saved, CurrencyAmount(cents: 0)) }

  /// Finds goals in the store.
  public struct GoalQuery: EntityQuery {
    @Dependency private var store: MoneyStore

    /// Returns all goals that are neither completed nor protected.
    public func allEntities() async throws -> [Goal] { try await store.goals() }
  }
}

/// A goal that only a person who knows the passphrase may ask about.
///
/// It is a type of its own, so that intents about it can require the passphrase.
public struct PrivateGoal: Entity, Equatable {
  /// The goal.
  public let goal: Goal

  /// Finds protected goals in the store.
  public static let defaultQuery = PrivateGoalQuery()
  /// The permanent identifier.
  public var id: Goal.ID { goal.id }
  /// The name in the spelling of the owner.
  public var displayName: String { goal.displayName }
  /// The full name and each of its shorter endings.
  public var spokenNames: [String] { goal.spokenNames }

  /// Finds protected goals in the store.
  public struct PrivateGoalQuery: EntityQuery {
    @Dependency private var store: MoneyStore

    /// Returns all protected goals that are not completed.
    public func allEntities() async throws -> [PrivateGoal] {
      try await store.protectedGoals().map { PrivateGoal(goal: $0) }
    }
  }
}

/// The kinds of goals, by who shares them and whether the passphrase protects them.
public enum GoalKind: Sendable {
  /// In the owner's account.
  case personal
  /// In the shared account.
  case shared
  /// In the owner's account, protected.
  case protected
  /// In the shared account, protected.
  case sharedProtected

  /// The account that holds the money.
  public var account: SpendingAccount { self == .shared || self == .sharedProtected ? .shared : .personal }
  /// Whether the passphrase protects it.
  public var isProtected: Bool { self == .protected || self == .sharedProtected }
}
