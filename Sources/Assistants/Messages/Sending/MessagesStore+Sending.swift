public import Foundation
import GRDB
import VocativeStorage

extension MessagesStore {
  /// Returns the sent messages that are not unsent, newest first.
  public func sentMessages() async throws -> [SentMessage] {
    try await store.read { try $0.sentMessages() }
  }

  /// Stores a message and its transport event in one transaction.
  @discardableResult
  public func send(
    _ body: String, to recipient: Recipient, kind: SentMessage.Kind = .text, date: Date = Date()
  ) async throws -> SentMessage {
    try await store.write { database in
      let identifier = UUID().uuidString
      let (contact, group) = try database.rowIDs(of: recipient)
      try database.execute(
        sql: "INSERT INTO sentMessage (identifier, contactID, groupID, kind, body, sentAt) VALUES (?, ?, ?, ?, ?, ?)",
        arguments: [identifier, contact, group, kind.rawValue, body, Int64(date.timeIntervalSince1970)])
      try database.enqueue(.send, of: identifier, body: body, date: date)
      return SentMessage(
        id: identifier, recipient: recipient, kind: kind, body: body,
        date: Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down)))
    }
  }

  /// Unsends messages by their identifiers.
  ///
  /// If one does not exist, returns false and unsends none.
  public func unsend(_ messages: [SentMessage.ID], date: Date = Date()) async throws -> Bool {
    try await store.write { database in
      for message in messages {
        try database.execute(
          sql: "UPDATE sentMessage SET isUnsent = TRUE, body = '' WHERE identifier = ? AND NOT isUnsent", arguments: [message])
        guard database.changesCount == 1 else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
        try database.enqueue(.unsend, of: message, body: "", date: date)
      }
      return true
    }
  }

  /// Changes the text of a message; returns false if it does not exist or is not a text message.
  public func edit(_ message: SentMessage.ID, body: String, date: Date = Date()) async throws -> Bool {
    try await store.write { database in
      try database.execute(
        sql: "UPDATE sentMessage SET body = ? WHERE identifier = ? AND kind = 'text' AND NOT isUnsent",
        arguments: [body, message])
      guard database.changesCount == 1 else { return false }
      try database.enqueue(.edit, of: message, body: body, date: date)
      return true
    }
  }

  /// Delivers all waiting events to a transport in order, and stops at the first failure.
  public func flush(to transport: any MessageTransport) async throws {
    while let event = try await store.read({ try $0.nextEvent() }) {
      try await transport.deliver(event)
      try await store.write { try $0.execute(sql: "DELETE FROM outbox WHERE identifier = ?", arguments: [event.id]) }
    }
  }

  /// Returns the number of events that are waiting for delivery.
  public func waitingEvents() async throws -> Int {
    try await store.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM outbox") ?? 0 }
  }
}

extension Database {
  fileprivate func sentMessages() throws -> [SentMessage] {
    try Row.fetchAll(
      self,
      sql: """
        SELECT sentMessage.identifier AS identifier, kind, body, sentAt, contact.identifier AS contactIdentifier,
          contact.name AS contactName, nickname, relationship, contactGroup.identifier AS groupIdentifier,
          contactGroup.name AS groupName
        FROM sentMessage LEFT JOIN contact ON contact.id = contactID LEFT JOIN contactGroup ON contactGroup.id = groupID
        WHERE NOT isUnsent ORDER BY sentAt DESC, sentMessage.id DESC
        """
    ).compactMap { row in
      let recipient: Recipient
      if let contact = try row.value(of: "contactIdentifier") as String? {
        recipient = try .contact(
          Contact(
            id: contact, name: row.value(of: "contactName"), nickname: row.value(of: "nickname"),
            relationship: row.value(of: "relationship")))
      } else if let group = try row.value(of: "groupIdentifier") as String? {
        recipient = try .group(ContactGroup(id: group, name: row.value(of: "groupName")))
      } else {
        return nil
      }
      // This version cannot edit a kind that only a later version knows.
      let kind = SentMessage.Kind(rawValue: try row.value(of: "kind"))
      return try SentMessage(
        id: row.value(of: "identifier"), recipient: recipient, kind: kind ?? .attachment, body: row.value(of: "body"),
        date: Date(timeIntervalSince1970: TimeInterval(row.value(of: "sentAt") as Int64)))
    }
  }

  fileprivate func rowIDs(of recipient: Recipient) throws -> (contact: Int64?, group: Int64?) {
    switch recipient {
    case .contact(let contact): (try rowID(of: contact.id, in: "contact"), nil)
    case .group(let group): (nil, try rowID(of: group.id, in: "contactGroup"))
    }
  }

  fileprivate func enqueue(_ action: MessageEvent.Action, of message: String, body: String, date: Date) throws {
    try execute(
      sql: "INSERT INTO outbox (identifier, messageID, action, body, date) VALUES (?, ?, ?, ?, ?)",
      arguments: [
        UUID().uuidString, try rowID(of: message, in: "sentMessage"), action.rawValue, body, Int64(date.timeIntervalSince1970),
      ])
  }

  fileprivate func nextEvent() throws -> MessageEvent? {
    let row = try Row.fetchOne(
      self,
      sql: """
        SELECT outbox.identifier AS identifier, outbox.id AS sequence, action, sentMessage.identifier AS message, outbox.body AS body, date,
          COALESCE('contact/' || contact.identifier, 'group/' || contactGroup.identifier) AS recipient
        FROM outbox JOIN sentMessage ON sentMessage.id = messageID
        LEFT JOIN contact ON contact.id = contactID LEFT JOIN contactGroup ON contactGroup.id = groupID
        ORDER BY outbox.id LIMIT 1
        """)
    return try row.map { row in
      let action = MessageEvent.Action(rawValue: try row.value(of: "action"))
      return try MessageEvent(
        id: row.value(of: "identifier"), sequence: row.value(of: "sequence"), action: action ?? .send,
        message: row.value(of: "message"), recipient: row.value(of: "recipient"), body: row.value(of: "body"),
        date: Date(timeIntervalSince1970: TimeInterval(row.value(of: "date") as Int64)))
    }
  }
}
