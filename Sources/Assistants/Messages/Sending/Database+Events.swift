import Foundation
import GRDB
import VocativeStorage

extension Database {
  /// Returns the first event behind another one that waits for delivery, which begins now; nil if there is none.
  ///
  /// - Parameter held: The recipients and messages whose events wait for an earlier one.
  func beginNextDelivery(after sequence: Int64, holdingBack held: Set<String>) throws -> MessageEvent? {
    let event = try nextEvent(after: sequence, holdingBack: held)
    try execute(sql: "UPDATE outbox SET isBeingDelivered = TRUE WHERE identifier = ?", arguments: [event?.id])
    return event
  }

  private func nextEvent(after sequence: Int64, holdingBack held: Set<String>) throws -> MessageEvent? {
    let rows = try Row.fetchCursor(
      self,
      sql: """
        SELECT outbox.identifier AS identifier, outbox.id AS sequence, action, messageID, sentMessage.identifier AS message,
          outbox.body AS body, date, message.identifier AS replyTo
        FROM outbox JOIN sentMessage ON sentMessage.id = messageID LEFT JOIN message ON message.id = replyTo
        WHERE outbox.id > ? ORDER BY outbox.id
        """, arguments: [sequence])
    while let row = try rows.next() {
      let action = MessageEvent.Action(rawValue: try row.value(of: "action"))
      let event = try MessageEvent(
        id: row.value(of: "identifier"), sequence: row.value(of: "sequence"), action: action ?? .send,
        message: row.value(of: "message"), recipients: eventRecipients(of: row.value(of: "messageID")),
        body: row.value(of: "body"),
        date: Date(timeIntervalSince1970: TimeInterval(row.value(of: "date") as Int64)), replyTo: row.value(of: "replyTo"))
      if held.isDisjoint(with: event.recipients.map(\.id) + [event.message]) { return event }
    }
    return nil
  }

  private func eventRecipients(of message: Int64) throws -> [MessageEvent.Recipient] {
    try Row.fetchAll(
      self, sql: "SELECT contactID, groupID FROM sentRecipient WHERE messageID = ? ORDER BY id", arguments: [message]
    )
    .compactMap { row in
      if let contact = try row.value(of: "contactID") as Int64? { return try eventContact(contact) }
      return try (row.value(of: "groupID") as Int64?).flatMap(eventGroup)
    }
  }

  private func eventContact(_ id: Int64) throws -> MessageEvent.Recipient? {
    let row = try Row.fetchOne(self, sql: "SELECT identifier, name FROM contact WHERE id = ?", arguments: [id])
    return try row.map { row in
      let addresses = try contactAddresses(where: "contactID = \(id)").map(\.address)
      return try MessageEvent.Recipient(
        id: "contact/" + row.value(of: "identifier"), name: row.value(of: "name"),
        telephone: addresses.filter { $0.kind == .telephone }.map(\.address),
        email: addresses.filter { $0.kind == .email }.map(\.address), members: nil)
    }
  }

  private func eventGroup(_ id: Int64) throws -> MessageEvent.Recipient? {
    let row = try Row.fetchOne(self, sql: "SELECT identifier, name FROM contactGroup WHERE id = ?", arguments: [id])
    return try row.map { row in
      return try MessageEvent.Recipient(
        id: "group/" + row.value(of: "identifier"), name: row.value(of: "name"), telephone: [], email: [],
        members: memberRows(of: id).compactMap(eventContact))
    }
  }
}
