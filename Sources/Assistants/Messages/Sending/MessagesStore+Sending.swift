public import Foundation
import GRDB
import VocativeStorage

extension MessagesStore {
  /// Returns the sent messages that are neither unsent nor refused, newest first.
  public func sentMessages() async throws -> [SentMessage] {
    try await store.read { try $0.sentMessages() }
  }

  /// Stores a message and its transport event in one transaction.
  ///
  /// - Parameter answered: The received message that it answers; nil if there is none.
  @discardableResult
  public func send(
    _ body: String, to recipients: [Recipient], kind: SentMessage.Kind = .text, answering answered: Message.ID? = nil,
    date: Date = Date()
  ) async throws -> SentMessage {
    try await store.write { database in
      let identifier = UUID().uuidString
      try database.execute(
        sql: "INSERT INTO sentMessage (identifier, kind, body, sentAt, replyTo) VALUES (?, ?, ?, ?, ?)",
        arguments: [identifier, kind.rawValue, body, Int64(date.timeIntervalSince1970), answered])
      let row = database.lastInsertedRowID
      for recipient in recipients {
        let (contact, group) = try database.rowIDs(of: recipient)
        try database.execute(
          sql: "INSERT INTO sentRecipient (messageID, contactID, groupID) VALUES (?, ?, ?)", arguments: [row, contact, group])
      }
      try database.enqueue(.send, of: identifier, body: body, date: date)
      return SentMessage(
        id: identifier, recipients: recipients, kind: kind, body: body,
        date: Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down)))
    }
  }

  /// Unsends messages by their identifiers.
  ///
  /// If one does not exist, returns false and unsends none.
  public func unsend(_ messages: [SentMessage.ID], date: Date = Date()) async throws -> Bool {
    try await store.write { database in
      for message in messages {
        let former = try database.body(of: message)
        try database.execute(
          sql: "UPDATE sentMessage SET isUnsent = TRUE, body = '' WHERE identifier = ? AND NOT isUnsent", arguments: [message])
        guard database.changesCount == 1 else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
        try database.enqueue(.unsend, of: message, body: "", former: former, date: date)
      }
      return true
    }
  }

  /// Changes the text of a message; returns false if it does not exist or is not a text message.
  public func edit(_ message: SentMessage.ID, body: String, date: Date = Date()) async throws -> Bool {
    try await store.write { database in
      let former = try database.body(of: message)
      try database.execute(
        sql: "UPDATE sentMessage SET body = ? WHERE identifier = ? AND kind = 'text' AND NOT isUnsent",
        arguments: [body, message])
      guard database.changesCount == 1 else { return false }
      try database.enqueue(.edit, of: message, body: body, former: former, date: date)
      return true
    }
  }

  /// Delivers all waiting events to a transport in order, and stops at the first failure.
  ///
  /// - Returns: The refusals of events that are never delivered, by the identifier of the message.
  @discardableResult
  public func flush(to transport: any MessageTransport) async throws -> [SentMessage.ID: MessageRefusal] {
    var refusals: [SentMessage.ID: MessageRefusal] = [:]
    while let event = try await store.read({ try $0.nextEvent() }) {
      do {
        try await transport.deliver(event)
        try await store.write { try $0.execute(sql: "DELETE FROM outbox WHERE identifier = ?", arguments: [event.id]) }
      } catch let refusal as MessageRefusal {
        refusals[event.message] = refusal
        try await store.write { try $0.drop(event) }
      }
    }
    return refusals
  }

  /// Returns the number of events that are waiting for delivery.
  public func waitingEvents() async throws -> Int {
    try await store.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM outbox") ?? 0 }
  }
}

extension Database {
  func sentMessages(where condition: String = "TRUE", arguments: StatementArguments = []) throws -> [SentMessage] {
    let (contacts, groups) = (try contactsByRow(), try groupsByRow())
    var recipients: [Int64: [Recipient]] = [:]
    for row in try Row.fetchAll(self, sql: "SELECT messageID, contactID, groupID FROM sentRecipient ORDER BY id") {
      let contact = (try row.value(of: "contactID") as Int64?).flatMap { contacts[$0] }
      let group = (try row.value(of: "groupID") as Int64?).flatMap { groups[$0] }
      recipients[try row.value(of: "messageID"), default: []] +=
        [contact.map(Recipient.contact), group.map(Recipient.group)].compactMap(\.self)
    }
    // By date, a clock that was set back would make an earlier message the latest one, which would then be unsent.
    return try Row.fetchAll(
      self,
      sql: """
        SELECT id, identifier, kind, body, sentAt FROM sentMessage
        WHERE NOT isUnsent AND NOT isRefused AND \(condition) ORDER BY id DESC
        """, arguments: arguments
    ).compactMap { row in
      guard let recipients = recipients[try row.value(of: "id")] else { return nil }
      // This version cannot edit a kind that only a later version knows.
      let kind = SentMessage.Kind(rawValue: try row.value(of: "kind"))
      return try SentMessage(
        id: row.value(of: "identifier"), recipients: recipients, kind: kind ?? .attachment, body: row.value(of: "body"),
        date: Date(timeIntervalSince1970: TimeInterval(row.value(of: "sentAt") as Int64)))
    }
  }

  fileprivate func rowIDs(of recipient: Recipient) throws -> (contact: Int64?, group: Int64?) {
    switch recipient {
    case .contact(let contact): (try rowID(of: contact.id, in: "contact"), nil)
    case .group(let group): (nil, try rowID(of: group.id, in: "contactGroup"))
    }
  }

  fileprivate func body(of message: SentMessage.ID) throws -> String? {
    try String.fetchOne(self, sql: "SELECT body FROM sentMessage WHERE identifier = ?", arguments: [message])
  }

  /// - Parameter former: The text before a change; nil for a new message.
  fileprivate func enqueue(
    _ action: MessageEvent.Action, of message: String, body: String, former: String? = nil, date: Date
  ) throws {
    try execute(
      sql: "INSERT INTO outbox (identifier, messageID, action, body, date, formerBody) VALUES (?, ?, ?, ?, ?, ?)",
      arguments: [
        UUID().uuidString, try rowID(of: message, in: "sentMessage"), action.rawValue, body, Int64(date.timeIntervalSince1970),
        former,
      ])
  }

  /// Removes an event that is never delivered; a message stays as it was, or was never sent.
  fileprivate func drop(_ event: MessageEvent) throws {
    let message = try rowID(of: event.message, in: "sentMessage")
    guard event.action == .send else {
      try execute(
        sql: """
          UPDATE sentMessage SET isUnsent = FALSE, body = (SELECT COALESCE(formerBody, '') FROM outbox WHERE identifier = ?)
          WHERE id = ?
          """, arguments: [event.id, message])
      return try execute(sql: "DELETE FROM outbox WHERE identifier = ?", arguments: [event.id])
    }
    try execute(sql: "UPDATE sentMessage SET isRefused = TRUE WHERE id = ?", arguments: [message])
    try execute(sql: "DELETE FROM outbox WHERE messageID = ?", arguments: [message])
  }
}
