public import VocativeIntents

/// Something that is saved for.
public struct Goal: Entity, Equatable {
  /// What identifies the goal for good, made from its first name: `summer-vacation`.
  public let id: String
  /// The name its owner gave it, emoji and all.
  public let name: String
  /// What is saved so far.
  public let saved: CurrencyAmount
  /// What is to be saved in all.
  public let target: CurrencyAmount

  /// Finds goals in the store.
  public static let defaultQuery = GoalQuery()
  /// The name as its owner wrote it.
  public var displayName: String { name }
  /// The whole name, and each shorter end of it: `summer vacation` and `vacation`.
  public var spokenNames: [String] { SpokenNames.of(name) }
  /// What is still to be saved; nothing when the target is reached.
  public var remaining: CurrencyAmount { max(target - saved, CurrencyAmount(cents: 0)) }

  /// Finds goals in the store.
  public struct GoalQuery: EntityQuery {
    @Dependency private var store: MoneyStore

    /// Every goal.
    public func allEntities() async throws -> [Goal] { try await store.goals() }
  }
}
