import GRDB
import VocativeStorage

extension MessagesStore {
  /// Returns all contacts in the order of their creation.
  public func contacts() async throws -> [Contact] {
    try await store.read { try $0.listed("contact", $0.contactsByRow()) }
  }

  /// Returns the contacts with these identifiers, also those that only sent messages.
  public func contacts(withIdentifiers identifiers: [Contact.ID]) async throws -> [Contact] {
    try await store.read { database in
      try database.contactsByRow().sorted { $0.key < $1.key }.map(\.value).filter { identifiers.contains($0.id) }
    }
  }

  /// Returns all groups in the order of their creation.
  public func groups() async throws -> [ContactGroup] {
    try await store.read { try $0.listed("contactGroup", $0.groupsByRow()) }
  }

  /// Returns the members of a group that are offered.
  public func members(of group: ContactGroup.ID) async throws -> [Contact] {
    try await store.read { database in
      let contacts = try database.contactsByRow()
      let row = try Int64.fetchOne(database, sql: "SELECT id FROM contactGroup WHERE identifier = ?", arguments: [group])
      return try row.map { try database.memberRows(of: $0) }?.compactMap { contacts[$0] } ?? []
    }
  }

  /// Returns the addresses of a contact, the preferred one of each kind first.
  public func addresses(of contact: Contact.ID) async throws -> [ContactAddress] {
    try await store.read { database in
      let row = try database.rowID(of: contact, in: "contact")
      return try database.contactAddresses().filter { $0.contact == row }.map(\.address)
    }
  }

  /// Adds a contact without a card.
  public func addContact(named name: String, nickname: String? = nil, relationship: String? = nil) async throws {
    try await store.write { database in
      _ = try database.insertContact(
        named: name, nicknames: [nickname].compactMap(\.self), relationships: [relationship].compactMap(\.self))
    }
  }

  /// Adds a group without a card.
  public func addGroup(named name: String) async throws {
    try await store.write { _ = try $0.insertGroup(named: name) }
  }

  /// Adds a pronunciation of a contact's name in phones of the CMU dictionary: `SH IH V AO N`.
  public func addPronunciation(of name: String, phones: [String], to contact: Contact.ID) async throws {
    try await store.write { try $0.insertPronunciation(name.lowercased(), phones: phones, of: contact) }
  }
}
