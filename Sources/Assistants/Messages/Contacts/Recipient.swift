public import VocativeIntents

/// Whom a message goes to: a contact, or everybody in a group.
public enum Recipient: Entity, Equatable {
  /// One person.
  case contact(Contact)
  /// Everybody in a group.
  case group(ContactGroup)

  /// The contact's identifier, or the group's with `group/` before it.
  public var id: String {
    switch self {
    case .contact(let contact): contact.id
    case .group(let group): "group/\(group.id)"
    }
  }

  /// The name as it is written.
  public var displayName: String {
    switch self {
    case .contact(let contact): contact.displayName
    case .group(let group): group.displayName
    }
  }

  /// The contact's names, or the group's with and without `group` behind them.
  public var spokenNames: [String] {
    switch self {
    case .contact(let contact): contact.spokenNames
    case .group(let group): group.spokenNames.flatMap { ["\($0) group", $0] }
    }
  }

  /// What is said of it in an answer.
  public var dialogName: String {
    switch self {
    case .contact(let contact): contact.dialogName
    case .group(let group): "the \(group.dialogName) group"
    }
  }

  /// How contacts' hard names are said comes from the vocabulary.
  public static var vocabularyKind: Vocabulary.Kind? { .contactName }
  /// Finds contacts and groups in the store.
  public static let defaultQuery = RecipientQuery()

  /// Finds contacts and groups in the store.
  public struct RecipientQuery: EntityQuery {
    @Dependency private var store: MessagesStore

    /// Every contact, and then every group.
    public func allEntities() async throws -> [Recipient] {
      try await store.contacts().map(Recipient.contact) + store.groups().map(Recipient.group)
    }

    /// Those that were written to last, for somebody who was not understood.
    public func suggestedEntities() async throws -> [Recipient] {
      let latest = try await store.sentMessages().map(\.recipient)
      var suggested: [Recipient] = []
      for recipient in try await latest + allEntities() where !suggested.contains(recipient) { suggested.append(recipient) }
      return suggested
    }
  }
}
