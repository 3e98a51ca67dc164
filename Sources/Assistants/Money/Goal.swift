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

  /// Finds goals in the store.
  public static let defaultQuery = GoalQuery()
  /// The name in the spelling of the owner.
  public var displayName: String { name }
  /// The full name and each of its shorter endings: `summer vacation` and `vacation`.
  public var spokenNames: [String] { SpokenNames.of(name) }
  /// The amount that is still missing; zero if the target is reached.
  public var remaining: CurrencyAmount { max(target - saved, CurrencyAmount(cents: 0)) }

  /// Finds goals in the store.
  public struct GoalQuery: EntityQuery {
    @Dependency private var store: MoneyStore

    /// Returns all goals.
    public func allEntities() async throws -> [Goal] { try await store.goals() }
  }
}
