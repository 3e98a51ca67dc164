import Foundation
import GRDB
import VocativeIntents
import VocativeStorage

extension Database {
  /// The order of messages.
  enum MessageOrder: String {
    case newest = "DESC"
    case oldest = "ASC"
  }

  /// Returns messages with their senders, groups and attachments.
  func messages(
    where condition: String = "TRUE", arguments: StatementArguments = [], from order: MessageOrder = .newest, limit: Int = -1
  ) throws -> [Message] {
    let (contacts, groups) = (try contactsByRow(), try groupsByRow())
    return try Row.fetchAll(
      self,
      sql: """
        SELECT message.id, message.identifier AS identifier, body, sentAt, isRead, senderID, groupID
        FROM message JOIN contact ON contact.id = senderID LEFT JOIN contactGroup ON contactGroup.id = groupID
        WHERE \(condition) ORDER BY sentAt \(order.rawValue), message.id \(order.rawValue) LIMIT \(limit)
        """, arguments: arguments
    ).compactMap { row in
      guard let sender = contacts[try row.value(of: "senderID")] else { return nil }
      return try Message(
        id: row.value(of: "id"), identifier: row.value(of: "identifier"), sender: sender,
        group: (row.value(of: "groupID") as Int64?).flatMap { groups[$0] }, body: row.value(of: "body"),
        date: Date(timeIntervalSince1970: TimeInterval(row.value(of: "sentAt") as Int64)),
        isRead: row.value(of: "isRead"), attachments: attachments(of: row.value(of: "id")))
    }
  }

  /// Returns the number of matching messages without reading their contents.
  func messageCount(where condition: String, arguments: StatementArguments) throws -> Int {
    let sql = """
      SELECT COUNT(*) FROM message JOIN contact ON contact.id = senderID LEFT JOIN contactGroup ON contactGroup.id = groupID
      WHERE \(condition)
      """
    return try Int.fetchOne(self, sql: sql, arguments: arguments) ?? 0
  }

  private func attachments(of message: Int64) throws -> [MessageAttachment] {
    try Row.fetchAll(
      self, sql: "SELECT id, kind, count, title, name, type, address FROM attachment WHERE messageID = ? ORDER BY id",
      arguments: [message]
    )
    .map { row in
      // A kind that only a later version knows is treated as a file.
      let kind = MessageAttachment.Kind(rawValue: try row.value(of: "kind"))
      let file = try MessageAttachment.File(
        name: row.value(of: "name"), type: row.value(of: "type"), address: row.value(of: "address"))
      return try MessageAttachment(
        kind ?? .file, count: row.value(of: "count"), title: row.value(of: "title"), file: file,
        pictures: pictures(of: row.value(of: "id")))
    }
  }

  private func pictures(of attachment: Int64) throws -> [Picture] {
    try Data.fetchAll(self, sql: "SELECT data FROM picture WHERE attachmentID = ? ORDER BY id", arguments: [attachment])
      .compactMap { Picture(Array($0)) }
  }

  /// Marks messages that are read aloud now, the last one last.
  ///
  /// - Parameter keepingUnread: Whether new ones stay new, as after a search.
  func markAsRead(_ messages: [Message], keepingUnread: Bool = false) throws {
    for message in messages {
      try execute(
        sql: "UPDATE message SET isRead = isRead OR ?, readOrder = (SELECT MAX(readOrder) + 1 FROM message) WHERE id = ?",
        arguments: [!keepingUnread, message.id])
    }
  }

  func insertMessage(
    _ message: ReceivedMessage, from sender: Contact.ID, in group: ContactGroup.ID?, isRead: Bool
  ) throws {
    let groupID = try group.map { try rowID(of: $0, in: "contactGroup") }
    try execute(
      sql: "INSERT INTO message (identifier, senderID, groupID, body, sentAt, isRead) VALUES (?, ?, ?, ?, ?, ?)",
      arguments: [
        message.identifier, try rowID(of: sender, in: "contact"), groupID, message.body,
        Int64(message.date.timeIntervalSince1970), isRead,
      ])
    let row = lastInsertedRowID
    for attachment in message.attachments {
      try execute(
        sql: "INSERT INTO attachment (messageID, kind, count, title, name, type, address) VALUES (?, ?, ?, ?, ?, ?, ?)",
        arguments: [
          row, attachment.kind.rawValue, attachment.count, attachment.title, attachment.file.name, attachment.file.type,
          attachment.file.address,
        ])
      try insert(attachment.pictures, of: lastInsertedRowID)
    }
  }

  private func insert(_ pictures: [Picture], of attachment: Int64) throws {
    for picture in pictures {
      try execute(
        sql: "INSERT INTO picture (attachmentID, data) VALUES (?, ?)", arguments: [attachment, Data(picture.bytes)])
    }
  }
}
