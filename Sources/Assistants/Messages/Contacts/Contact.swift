public import VocativeIntents

/// A person in the address book.
public struct Contact: Entity, Equatable {
  /// The permanent identifier, derived from the original name: `hannah-walker`.
  public let id: String
  /// The full name.
  public let name: String
  /// The first name, if the address book tells it from the full name; nil for the beginning of the full name.
  public let firstName: String?
  /// The last name, if the address book tells it from the full name; nil if unknown.
  public let lastName: String?
  /// The nicknames, the preferred one first.
  public let nicknames: [String]
  /// The relationships to the owner, as in `my sister`.
  public let relationships: [String]
  /// Phones for names that no dictionary contains, by name.
  public let pronunciations: [String: [String]]
  /// The name to use in dialogs: the nickname, or the full name if there is none.
  ///
  /// If others have the same name, it tells the contact from them as far as possible: `your sister Hannah Walker`.
  public private(set) var dialogName: String

  /// Creates a contact.
  init(id: String, name: String, names: ContactNames = ContactNames(), pronunciations: [String: [String]] = [:]) {
    self.id = id
    self.name = name
    (firstName, lastName) = (names.first, names.last)
    (nicknames, relationships) = (names.nicknames, names.relationships)
    self.pronunciations = pronunciations
    dialogName = names.nicknames.first ?? name
  }

  /// The vocabulary supplies the pronunciation of unusual names.
  public static var vocabularyKind: VocabularyKind? { .contactName }
  /// Finds contacts in the store.
  public static let defaultQuery = ContactQuery()
  /// The full name.
  public var displayName: String { name }
  /// The full name, the nicknames, the relationships and the first name.
  ///
  /// No name begins with `the` or ends with `group`, because phrases use these words to tell a group from a contact.
  public var spokenNames: [String] {
    // A title, as in "Dr. Grace Lee", is part of the full name only.
    let whole = [firstName, lastName].compactMap(\.self).joined(separator: " ")
    // A name with a hyphen has several words: "Jean-Luc Picard".
    let parts = name.split(whereSeparator: \.isWhitespace).map { Self.words(String($0)) }
    let first = firstName.map(Self.words) ?? parts.first { !$0.isEmpty } ?? []
    let others = (nicknames + relationships + [whole]).map(Self.words)
    var names: [String] = []
    for words in [Self.words(name)] + others + [first] where !words.isEmpty {
      let spoken = words.joined(separator: " ")
      if !names.contains(spoken) { names.append(spoken) }
    }
    return names
  }

  /// The words of a name without those that phrases put around it.
  private static func words(_ name: String) -> [String] {
    SpokenNames.words(of: name, withoutFirst: ["the", "my"], withoutLast: ["group"])
  }

  /// Returns the contact with a name in dialogs that tells it from others: the full name, or a relationship with it.
  func told(from others: [Contact]) -> Contact {
    var contact = self
    let taken = others.flatMap(\.relationships).map(Self.words)
    if !others.contains(where: { $0.name.lowercased() == name.lowercased() }) {
      contact.dialogName = name
    } else if let relationship = relationships.map(Self.words).first(where: { !$0.isEmpty && !taken.contains($0) }) {
      contact.dialogName = "your \(relationship.joined(separator: " ")) \(name)"
    }
    return contact
  }

  /// Finds contacts in the store.
  public struct ContactQuery: EntityQuery {
    @Dependency private var store: MessagesStore

    /// Returns all contacts.
    public func allEntities() async throws -> [Contact] { try await store.contacts() }

    /// Returns the contacts with these identifiers, also those that only sent messages.
    public func entities(for identifiers: [String]) async throws -> [Contact] {
      try await store.contacts(withIdentifiers: identifiers)
    }
  }
}

/// The names of a contact beside the full name.
struct ContactNames: Equatable, Sendable, Codable {
  var first: String?
  var last: String?
  var nicknames: [String] = []
  var relationships: [String] = []

  /// The kinds of names in the store.
  enum Kind: String, CaseIterable { case first, last, nickname, relationship }

  /// The names of a kind.
  subscript(kind: Kind) -> [String] {
    switch kind {
    case .first: first.map { [$0] } ?? []
    case .last: last.map { [$0] } ?? []
    case .nickname: nicknames
    case .relationship: relationships
    }
  }

  /// Adds a name of a kind.
  mutating func add(_ name: String, as kind: Kind) {
    switch kind {
    case .first: first = name
    case .last: last = name
    case .nickname: nicknames.append(name)
    case .relationship: relationships.append(name)
    }
  }
}
