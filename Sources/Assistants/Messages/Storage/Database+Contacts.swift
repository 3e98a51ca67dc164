import GRDB
import VocativeIntents
import VocativeStorage

extension Database {
  /// Returns contacts by their rows.
  func contactsByRow() throws -> [Int64: Contact] {
    var names: [Int64: ContactNames] = [:]
    for row in try Row.fetchAll(self, sql: "SELECT contactID, kind, name FROM contactName ORDER BY contactID, kind, position") {
      // A kind that only a later version knows is ignored.
      guard let kind = ContactNames.Kind(rawValue: try row.value(of: "kind")) else { continue }
      names[try row.value(of: "contactID"), default: ContactNames()].add(try row.value(of: "name"), as: kind)
    }
    let phones = try phonesByRow("contactPronunciation", "contactID")
    var contacts: [Int64: Contact] = [:]
    for row in try Row.fetchAll(self, sql: "SELECT id, identifier, name FROM contact") {
      let id: Int64 = try row.value(of: "id")
      contacts[id] = try Contact(
        id: row.value(of: "identifier"), name: row.value(of: "name"), names: names[id] ?? ContactNames(),
        pronunciations: phones[id] ?? [:])
    }
    return contacts.merging(Self.toldApart(contacts)) { _, told in told }
  }

  /// Returns the contacts that share their name in dialogs, each with one that tells it from the others.
  private static func toldApart(_ contacts: [Int64: Contact]) -> [Int64: Contact] {
    var told: [Int64: Contact] = [:]
    for sharing in Dictionary(grouping: contacts, by: { $0.value.dialogName.lowercased() }).values where sharing.count > 1 {
      for (row, contact) in sharing { told[row] = contact.told(from: sharing.filter { $0.key != row }.map(\.value)) }
    }
    return told
  }

  /// Returns groups by their rows.
  func groupsByRow() throws -> [Int64: ContactGroup] {
    let phones = try phonesByRow("groupPronunciation", "groupID")
    return try Row.fetchAll(self, sql: "SELECT id, identifier, name FROM contactGroup").reduce(into: [:]) { groups, row in
      let id: Int64 = try row.value(of: "id")
      groups[id] = try ContactGroup(
        id: row.value(of: "identifier"), name: row.value(of: "name"), pronunciations: phones[id] ?? [:])
    }
  }

  private func phonesByRow(_ table: String, _ column: String) throws -> [Int64: [String: [String]]] {
    try Row.fetchAll(self, sql: "SELECT \(column) AS owner, name, phones FROM \(table)").reduce(into: [:]) { phones, row in
      phones[try row.value(of: "owner"), default: [:]][try row.value(of: "name")] =
        (try row.value(of: "phones") as String).split(separator: " ").map(String.init)
    }
  }

  /// Returns the contacts or groups that are offered, in the order of their creation.
  func listed<Value>(_ table: String, _ values: [Int64: Value]) throws -> [Value] {
    try Int64.fetchAll(self, sql: "SELECT id FROM \(table) WHERE isListed ORDER BY id").compactMap { values[$0] }
  }

  /// Returns the rows of the members of a group; its card may name a contact that was removed, who gets no messages.
  func memberRows(of group: Int64) throws -> [Int64] {
    try Int64.fetchAll(
      self,
      sql: """
        SELECT contactID FROM groupMember JOIN contact ON contact.id = contactID WHERE groupID = ? AND isListed ORDER BY contactID
        """, arguments: [group])
  }

  func insertContact(
    named name: String, nicknames: [String] = [], relationships: [String] = [], isListed: Bool = true
  ) throws -> Contact.ID {
    let identifier = try freeIdentifier(SpokenNames.identifier(for: name), in: "contact")
    try execute(
      sql: "INSERT INTO contact (identifier, name, isListed) VALUES (?, ?, ?)", arguments: [identifier, name, isListed])
    try setNames(ContactNames(nicknames: nicknames, relationships: relationships), of: lastInsertedRowID)
    return identifier
  }

  func insertGroup(named name: String) throws -> ContactGroup.ID {
    let identifier = try freeIdentifier(SpokenNames.identifier(for: name), in: "contactGroup")
    try execute(sql: "INSERT INTO contactGroup (identifier, name) VALUES (?, ?)", arguments: [identifier, name])
    return identifier
  }

  func insertPronunciation(_ name: String, phones: [String], of contact: Contact.ID) throws {
    try execute(
      sql: "INSERT OR REPLACE INTO contactPronunciation (contactID, name, phones) VALUES (?, ?, ?)",
      arguments: [try rowID(of: contact, in: "contact"), name, phones.joined(separator: " ")])
  }

  func rowID(of identifier: String, in table: String) throws -> Int64 {
    let sql = "SELECT id FROM \(table.quotedDatabaseIdentifier) WHERE identifier = ?"
    guard let id = try Int64.fetchOne(self, sql: sql, arguments: [identifier]) else {
      throw DatabaseError(resultCode: .SQLITE_CONSTRAINT_FOREIGNKEY, message: "there is no \(table) \"\(identifier)\"")
    }
    return id
  }
}
