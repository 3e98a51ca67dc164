public import VocativeIntents

/// A group of contacts who write to each other.
public struct ContactGroup: Entity, Equatable {
  /// The permanent identifier, derived from the original name: `book-club`.
  public let id: String
  /// The name that its members gave it, including emoji.
  public let name: String
  /// Phones for names that no dictionary contains, by name.
  public let pronunciations: [String: [String]]

  /// Creates a group.
  init(id: String, name: String, pronunciations: [String: [String]] = [:]) {
    self.id = id
    self.name = name
    self.pronunciations = pronunciations
  }

  /// The vocabulary supplies the pronunciation of unusual names.
  public static var vocabularyKind: VocabularyKind? { .contactGroupName }
  /// Finds groups in the store.
  public static let defaultQuery = ContactGroupQuery()
  /// The name in the spelling of its members.
  public var displayName: String { name }
  /// The full name and each of its shorter endings, without the words that phrases put around it: `the … group`.
  public var spokenNames: [String] { SpokenNames.of(name, withoutFirst: ["the", "my"], withoutLast: ["group"]) }

  /// Finds groups in the store.
  public struct ContactGroupQuery: EntityQuery {
    @Dependency private var store: MessagesStore

    /// Returns all groups.
    public func allEntities() async throws -> [ContactGroup] { try await store.groups() }
  }
}
