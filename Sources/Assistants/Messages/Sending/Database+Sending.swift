import Foundation
import GRDB
import VocativeStorage

extension Database {
  /// Returns the sent messages that are neither unsent nor refused, newest first.
  func sentMessages(
    where condition: String = "TRUE", arguments: StatementArguments = [], limit: Int = -1
  ) throws -> [SentMessage] {
    // By date, a clock that was set back would make an earlier message the latest one, which would then be unsent.
    let chosen = """
      FROM sentMessage WHERE NOT isUnsent AND NOT isRefused
        AND EXISTS (SELECT 1 FROM sentRecipient WHERE messageID = sentMessage.id) AND \(condition)
      ORDER BY id DESC LIMIT \(limit)
      """
    let recipients = try recipientsByMessage(of: "SELECT id \(chosen)", arguments: arguments)
    return try Row.fetchAll(
      self, sql: "SELECT id, identifier, kind, body, sentAt \(chosen)", arguments: arguments
    ).compactMap { row in
      guard let recipients = recipients[try row.value(of: "id")] else { return nil }
      // This version cannot edit a kind that only a later version knows.
      let kind = SentMessage.Kind(rawValue: try row.value(of: "kind"))
      return try SentMessage(
        id: row.value(of: "identifier"), recipients: recipients, kind: kind ?? .attachment, body: row.value(of: "body"),
        date: Date(timeIntervalSince1970: TimeInterval(row.value(of: "sentAt") as Int64)))
    }
  }

  /// - Parameter messages: A query of the rows of messages.
  private func recipientsByMessage(
    of messages: String, arguments: StatementArguments = []
  ) throws -> [Int64: [Recipient]] {
    let (contacts, groups) = (try contactsByRow(), try groupsByRow())
    return try Row.fetchAll(
      self, sql: "SELECT messageID, contactID, groupID FROM sentRecipient WHERE messageID IN (\(messages)) ORDER BY id",
      arguments: arguments
    ).reduce(into: [:]) { recipients, row in
      let contact = (try row.value(of: "contactID") as Int64?).flatMap { contacts[$0] }
      let group = (try row.value(of: "groupID") as Int64?).flatMap { groups[$0] }
      recipients[try row.value(of: "messageID"), default: []] +=
        [contact.map(Recipient.contact), group.map(Recipient.group)].compactMap(\.self)
    }
  }

  func rowIDs(of recipient: Recipient) throws -> (contact: Int64?, group: Int64?) {
    switch recipient {
    case .contact(let contact): (try rowID(of: contact.id, in: "contact"), nil)
    case .group(let group): (nil, try rowID(of: group.id, in: "contactGroup"))
    }
  }

  func body(of message: SentMessage.ID) throws -> String? {
    try String.fetchOne(self, sql: "SELECT body FROM sentMessage WHERE identifier = ?", arguments: [message])
  }

  /// Returns whether a message exists that is neither unsent nor refused.
  func isChangeable(_ message: SentMessage.ID) throws -> Bool {
    let sql = "SELECT EXISTS (SELECT 1 FROM sentMessage WHERE identifier = ? AND NOT isUnsent AND NOT isRefused)"
    return try Bool.fetchOne(self, sql: sql, arguments: [message]) == true
  }

  /// Returns whether a message waits to be sent, and no delivery has begun that may have sent it.
  func canChangeSending(of message: SentMessage.ID) throws -> Bool {
    try hasSending(of: message, where: "NOT isBeingDelivered")
  }

  func hasSending(of message: SentMessage.ID, where condition: String = "TRUE") throws -> Bool {
    let sql = """
      SELECT EXISTS (SELECT 1 FROM outbox JOIN sentMessage ON sentMessage.id = messageID
        WHERE sentMessage.identifier = ? AND action = 'send' AND \(condition))
      """
    return try Bool.fetchOne(self, sql: sql, arguments: [message]) == true
  }

  /// - Parameter former: The text before a change; nil for a new message.
  func enqueue(
    _ action: MessageEvent.Action, of message: String, body: String, former: String? = nil, date: Date
  ) throws {
    let row = try rowID(of: message, in: "sentMessage")
    try execute(
      sql: "INSERT INTO outbox (identifier, messageID, action, body, date, formerBody) VALUES (?, ?, ?, ?, ?, ?)",
      arguments: [UUID().uuidString, row, action.rawValue, body, Int64(date.timeIntervalSince1970), former])
    // The outcome of a new change is what counts.
    try execute(sql: "DELETE FROM refusal WHERE messageID = ?", arguments: [row])
  }

  /// Removes an event that is never delivered; a message stays as it was, or was never sent.
  func drop(_ event: MessageEvent, because refusal: MessageRefusal) throws {
    let sql = "SELECT messageID, formerBody, isUnsent FROM outbox JOIN sentMessage ON sentMessage.id = messageID"
    // Another program may have delivered it at the same time.
    guard let row = try Row.fetchOne(self, sql: "\(sql) WHERE outbox.identifier = ?", arguments: [event.id]) else { return }
    let (message, former): (Int64, String?) = (try row.value(of: "messageID"), try row.value(of: "formerBody"))
    try execute(sql: "DELETE FROM outbox WHERE identifier = ?", arguments: [event.id])
    if event.action == .send {
      try execute(sql: "UPDATE sentMessage SET isRefused = TRUE WHERE id = ?", arguments: [message])
      try execute(sql: "DELETE FROM outbox WHERE messageID = ?", arguments: [message])
      guard try !row.value(of: "isUnsent") else { return }
    } else {
      // The message has the state after its latest change; if that one is refused, too, the text before both is the right one.
      try execute(
        sql: "UPDATE outbox SET formerBody = ? WHERE id = (SELECT MIN(id) FROM outbox WHERE messageID = ?)",
        arguments: [former, message])
      guard changesCount == 0 else { return }
      try execute(
        sql: "UPDATE sentMessage SET isUnsent = FALSE, body = ? WHERE id = ?", arguments: [former ?? "", message])
    }
    try execute(
      sql: "INSERT INTO refusal (messageID, action, dialog, requiresApplication) VALUES (?, ?, ?, ?)",
      arguments: [message, event.action.rawValue, refusal.dialog, refusal.requiresApplication])
  }

  func refusals(
    where condition: String = "TRUE", _ arguments: StatementArguments = []
  ) throws -> [RefusedChange] {
    let rows = try Row.fetchAll(
      self,
      sql: """
        SELECT refusal.id AS id, messageID, identifier, action, dialog, requiresApplication
        FROM refusal JOIN sentMessage ON sentMessage.id = messageID WHERE \(condition) ORDER BY refusal.id
        """, arguments: arguments)
    guard !rows.isEmpty else { return [] }
    let recipients = try recipientsByMessage(of: "SELECT messageID FROM refusal")
    return try rows.map { row in
      let action = MessageEvent.Action(rawValue: try row.value(of: "action"))
      return try RefusedChange(
        id: row.value(of: "id"), message: row.value(of: "identifier"), action: action ?? .send,
        recipients: recipients[row.value(of: "messageID")] ?? [],
        refusal: MessageRefusal(dialog: row.value(of: "dialog"), requiresApplication: row.value(of: "requiresApplication")))
    }
  }
}
