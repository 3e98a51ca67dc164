import Foundation
import VocativeIntents

/// The operations of programs on the data of Messages.
enum MessagesOperations {
  /// Returns the operations: contacts in a folder of their own, and received messages.
  static func all(
    _ store: MessagesStore, contacts: ContactFolder?, addressBook: AddressBook?, clock: WallClock
  ) -> [AssistantOperation] {
    let receive = AssistantOperation(name: "messages.receive") { input in
      await addressBook?.refresh()
      let isNew = try await store.receive(try IncomingMessage(json: Data(input.utf8), now: clock.now()))
      return try json(["result": isNew ? "received" : "known"])
    }
    guard let contacts, let addressBook else { return [receive] }
    return [
      receive,
      AssistantOperation(name: "contacts.list") { _ in
        await addressBook.refresh()
        return try json(try await contacts.listings())
      },
      AssistantOperation(name: "contacts.add") { input in
        guard let contact = try? JSONDecoder().decode(NewContact.self, from: Data(input.utf8)) else {
          throw AssistantOperationError(.invalid, "a contact is a JSON object with at least a \"name\"")
        }
        let known = Set(try await contacts.listings().map(\.id))
        try contacts.add(contact)
        await addressBook.refresh()
        return try json(try await contacts.listings().filter { !known.contains($0.id) })
      },
      AssistantOperation(name: "contacts.remove") { input in
        await addressBook.refresh()
        let removed = try await contacts.remove(input)
        await addressBook.refresh()
        return try json(["removed": removed])
      },
    ]
  }

  private static func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}
