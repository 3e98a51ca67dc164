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
    let contacts = try contactsByRow()
    if let contact = contacts.values.first(where: { $0.id == incoming.from }) { return contact.id }
    if let row = try contactAddresses().first(where: { $0.address.matches(incoming.from) })?.contact, let contact = contacts[row]
    {
      return contact.id
    }
    let words = SpokenText.words(of: incoming.from)
    let named = contacts.sorted { $0.key < $1.key }.map(\.value).filter { SpokenText.words(of: $0.name) == words }
    if let contact = named.first { return contact.id }
    let identifier = try insertContact(named: incoming.name ?? incoming.from, isListed: false)
    let kind: ContactAddress.Kind = incoming.from.contains("@") ? .email : .telephone
    try setAddresses([ContactAddress(kind, incoming.from)], of: try rowID(of: identifier, in: "contact"))
    return identifier
  }

  fileprivate func group(called name: String) throws -> ContactGroup.ID {
    let groups = try groupsByRow().sorted { $0.key < $1.key }.map(\.value)
    let words = SpokenText.words(of: name)
    if let group = groups.first(where: { $0.id == name || SpokenText.words(of: $0.name) == words }) { return group.id }
    return try insertGroup(named: name)
  }
}
