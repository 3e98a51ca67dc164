import Foundation
import GRDB
import VocativeIntents
import VocativeStorage
import VocativeUnderstanding

extension MessagesStore {
  /// Stores a message from another program, once for each identifier; returns false if it is known.
  ///
  /// A sender who is not in the address book is stored, but not offered as a recipient.
  func receive(_ incoming: IncomingMessage) async throws -> Bool {
    try await store.write { database in
      if let identifier = incoming.message.identifier {
        let sql = "SELECT EXISTS (SELECT 1 FROM message WHERE identifier = ?)"
        guard try Bool.fetchOne(database, sql: sql, arguments: [identifier]) != true else { return false }
      }
      let sender = try database.sender(of: incoming)
      var group: ContactGroup.ID?
      if let name = incoming.group { group = try database.group(called: name) }
      try database.insertMessage(incoming.message, from: sender, in: group, isRead: false)
      return true
    }
  }
}

extension Database {
  fileprivate func sender(of incoming: IncomingMessage) throws -> Contact.ID {
    let (contacts, addresses) = (try contactsByRow(), try contactAddresses())
    // An unknown sender without a name is called by the address, and two addresses may have the same words.
    let nameless = Set(addresses.filter { contacts[$0.contact]?.name == $0.address.address }.map(\.contact))
    let named = contacts.filter { !nameless.contains($0.key) }.sorted { $0.key < $1.key }.map(\.value)
    if let contact = named.first(where: { $0.id == incoming.from }) { return contact.id }
    if let row = addresses.first(where: { $0.address.matches(incoming.from) })?.contact, let contact = contacts[row] {
      if let name = incoming.name, nameless.contains(row) {
        // The name in a card is what the person chose.
        try execute(sql: "UPDATE contact SET name = ? WHERE id = ? AND card IS NULL AND NOT isListed", arguments: [name, row])
      }
      return contact.id
    }
    if let contact = Self.first(of: named, called: incoming.from) { return contact.id }
    let identifier = try insertContact(named: incoming.name ?? incoming.from, isListed: false)
    let kind: ContactAddress.Kind = incoming.from.contains("@") ? .email : .telephone
    try setAddresses([ContactAddress(kind, incoming.from)], of: try rowID(of: identifier, in: "contact"))
    return identifier
  }

  fileprivate func group(called name: String) throws -> ContactGroup.ID {
    let groups = try groupsByRow().sorted { $0.key < $1.key }.map(\.value)
    return try Self.first(of: groups, called: name)?.id ?? insertGroup(named: name)
  }

  /// Returns the first one with an identifier or a name, or else with the same words as its name.
  private static func first<Named: Entity>(of all: [Named], called name: String) -> Named? where Named.ID == String {
    if let exact = all.first(where: { $0.id == name || $0.displayName == name }) { return exact }
    // All names of emoji have the same words: none.
    let words = SpokenText.words(of: name)
    return words.isEmpty ? nil : all.first { SpokenText.words(of: $0.displayName) == words }
  }
}
