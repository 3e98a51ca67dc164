public import VocativeIntents

/// Several contacts who write to each other.
public struct ContactGroup: Entity, Equatable {
  /// What identifies the group for good, made from the first name it had: `book-club`.
  public let id: String
  /// The name its members gave it, emoji and all.
  public let name: String

  /// How hard names are said comes from the vocabulary.
  public static var vocabularyKind: Vocabulary.Kind? { .contactGroupName }
  /// Finds groups in the store.
  public static let defaultQuery = ContactGroupQuery()
  /// The name as its members wrote it.
  public var displayName: String { name }
  /// The whole name, and each shorter end of it, without what phrases have around it: `the … group`.
  public var spokenNames: [String] { SpokenNames.of(name, withoutFirst: ["the", "my"], withoutLast: ["group"]) }

  /// Finds groups in the store.
  public struct ContactGroupQuery: EntityQuery {
    @Dependency private var store: MessagesStore

    /// Every group.
    public func allEntities() async throws -> [ContactGroup] { try await store.groups() }
  }
}
