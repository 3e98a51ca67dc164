public import VocativeIntents

/// A person in the address book.
public struct Contact: Entity, Equatable {
  /// The permanent identifier, derived from the original name: `hannah-walker`.
  public let id: String
  /// The full name.
  public let name: String
  /// The nickname; nil if there is none.
  public let nickname: String?
  /// The relationship to the owner, as in `my sister`; nil if unknown.
  public let relationship: String?

  /// The vocabulary supplies the pronunciation of unusual names.
  public static var vocabularyKind: VocabularyKind? { .contactName }
  /// Finds contacts in the store.
  public static let defaultQuery = ContactQuery()
  /// The full name.
  public var displayName: String { name }
  /// The name to use in dialogs: the nickname, or the full name if there is none.
  public var dialogName: String { nickname ?? name }
  /// The full name, the nickname, the relationship and the first name.
  ///
  /// No name begins with `the` or ends with `group`, because phrases use these words to tell a group from a contact.
  public var spokenNames: [String] {
    func words(_ name: String?) -> [String] {
      name.map { SpokenNames.words(of: $0, withoutFirst: ["the", "my"], withoutLast: ["group"]) } ?? []
    }
    let whole = words(name)
    var names: [String] = []
    for words in [whole, words(nickname), words(relationship), words(whole.first)] where !words.isEmpty {
      let spoken = words.joined(separator: " ")
      if !names.contains(spoken) { names.append(spoken) }
    }
    return names
  }

  /// Finds contacts in the store.
  public struct ContactQuery: EntityQuery {
    @Dependency private var store: MessagesStore

    /// Returns all contacts.
    public func allEntities() async throws -> [Contact] { try await store.contacts() }
  }
}
