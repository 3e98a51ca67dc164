public import VocativeIntents

/// Somebody who writes messages.
public struct Contact: Entity, Equatable {
  /// What identifies the contact for good, made from the first name it had: `hannah-walker`.
  public let id: String
  /// The whole name.
  public let name: String
  /// What friends say; nil for nothing else than the name.
  public let nickname: String?
  /// What the contact is to the owner, as in `my sister`; nil for nothing in particular.
  public let relationship: String?

  /// How hard names are said comes from the vocabulary.
  public static var vocabularyKind: Vocabulary.Kind? { .contactName }
  /// Finds contacts in the store.
  public static let defaultQuery = ContactQuery()
  /// The whole name.
  public var displayName: String { name }
  /// What the owner says: the nickname where there is one.
  public var dialogName: String { nickname ?? name }
  /// The whole name, the nickname, the relationship and the first name.
  ///
  /// None begins with `the` or ends with `group`: that is how phrases tell a group from a contact.
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

    /// Every contact.
    public func allEntities() async throws -> [Contact] { try await store.contacts() }
  }
}
