public import VocativeIntents

/// The recipient of a message: a contact or a group.
public enum Recipient: Entity, Equatable {
  /// A single contact.
  case contact(Contact)
  /// All members of a group.
  case group(ContactGroup)

  /// The contact's identifier, or the group's identifier with the prefix `group/`.
  public var id: String {
    switch self {
    case .contact(let contact): contact.id
    case .group(let group): "group/\(group.id)"
    }
  }

  /// The name to display.
  public var displayName: String {
    switch self {
    case .contact(let contact): contact.displayName
    case .group(let group): group.displayName
    }
  }

  /// The contact's names, or the group's names with and without a trailing `group`.
  public var spokenNames: [String] {
    switch self {
    case .contact(let contact): contact.spokenNames
    case .group(let group): group.spokenNames.flatMap { ["\($0) group", $0] }
    }
  }

  /// Phones for names that no dictionary contains, by name.
  public var pronunciations: [String: [String]] {
    switch self {
    case .contact(let contact): contact.pronunciations
    case .group(let group):
      group.pronunciations.reduce(into: group.pronunciations) { all, name in
        // Several words with phones are one entry, which must have the last word too.
        if name.key.contains(" ") { all["\(name.key) group"] = name.value + ["G", "R", "UW", "P"] }
      }
    }
  }

  /// The name to use in dialogs.
  public var dialogName: String {
    switch self {
    case .contact(let contact): contact.dialogName
    case .group(let group): "the \(group.dialogName) group"
    }
  }

  /// The vocabulary supplies the pronunciation of unusual contact names.
  public static var vocabularyKind: VocabularyKind? { .contactName }
  /// Finds contacts and groups in the store.
  public static let defaultQuery = RecipientQuery()

  /// Finds contacts and groups in the store.
  public struct RecipientQuery: EntityQuery {
    @Dependency private var store: MessagesStore

    /// The number of messages among which the latest recipients are looked for.
    private static let maxMessages = 100

    /// Returns all contacts, then all groups.
    public func allEntities() async throws -> [Recipient] {
      try await store.contacts().map(Recipient.contact) + store.groups().map(Recipient.group)
    }

    /// Returns the most recently messaged recipients, to suggest when an answer is not understood.
    public func suggestedEntities() async throws -> [Recipient] {
      let all = try await allEntities()
      // A recipient who was removed since is not offered.
      let latest = try await store.sentMessages(limit: Self.maxMessages).flatMap(\.recipients).filter(all.contains)
      return (latest + all).uniqued()
    }
  }
}

extension Recipient {
  /// The column of its row among the recipients of messages, its own table, and its identifier there.
  var row: (column: String, table: String, identifier: String) {
    switch self {
    case .contact(let contact): ("contactID", "contact", contact.id)
    case .group(let group): ("groupID", "contactGroup", group.id)
    }
  }
}

extension [Recipient] {
  /// The recipients in dialogs, each once.
  var dialogNames: String {
    SpokenList.of(reduce(into: []) { if !$0.contains($1.dialogName) { $0.append($1.dialogName) } })
  }
}
