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
    try Row.fetchAll(
      self,
      sql: """
        SELECT message.id, body, sentAt, isRead, contact.identifier AS contactIdentifier, contact.name AS contactName,
          nickname, relationship, contactGroup.identifier AS groupIdentifier, contactGroup.name AS groupName
        FROM message JOIN contact ON contact.id = senderID LEFT JOIN contactGroup ON contactGroup.id = groupID
        WHERE \(condition) ORDER BY sentAt \(order.rawValue), message.id \(order.rawValue) LIMIT \(limit)
        """, arguments: arguments
    ).map { row in
      let group = try (row.value(of: "groupIdentifier") as String?).map {
        try ContactGroup(id: $0, name: row.value(of: "groupName"))
      }
      return try Message(
        id: row.value(of: "id"),
        sender: Contact(
          id: row.value(of: "contactIdentifier"), name: row.value(of: "contactName"), nickname: row.value(of: "nickname"),
          relationship: row.value(of: "relationship")),
        group: group, body: row.value(of: "body"),
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
      self, sql: "SELECT id, kind, count, title FROM attachment WHERE messageID = ? ORDER BY id", arguments: [message]
    )
    .map { row in
      // A kind that only a later version knows is treated as a file.
      let kind = MessageAttachment.Kind(rawValue: try row.value(of: "kind"))
      return try MessageAttachment(
        kind ?? .file, count: row.value(of: "count"), title: row.value(of: "title"),
        pictures: pictures(of: row.value(of: "id")))
    }
  }

  private func pictures(of attachment: Int64) throws -> [Picture] {
    try Data.fetchAll(self, sql: "SELECT data FROM picture WHERE attachmentID = ? ORDER BY id", arguments: [attachment])
      .compactMap { Picture(Array($0)) }
  }

  func markAsRead(_ messages: [Message]) throws {
    for message in messages where !message.isRead {
      try execute(sql: "UPDATE message SET isRead = TRUE WHERE id = ?", arguments: [message.id])
    }
  }

  func insertContact(named name: String, nickname: String?, relationship: String?) throws -> Contact.ID {
    let identifier = try freeIdentifier(SpokenNames.identifier(for: name), in: "contact")
    try execute(
      sql: "INSERT INTO contact (identifier, name, nickname, relationship) VALUES (?, ?, ?, ?)",
      arguments: [identifier, name, nickname, relationship])
    return identifier
  }

  func insertGroup(named name: String) throws -> ContactGroup.ID {
    let identifier = try freeIdentifier(SpokenNames.identifier(for: name), in: "contactGroup")
    try execute(sql: "INSERT INTO contactGroup (identifier, name) VALUES (?, ?)", arguments: [identifier, name])
    return identifier
  }

  func insertMessage(
    _ body: String, from sender: Contact.ID, in group: ContactGroup.ID?, with attachments: [MessageAttachment], date: Date,
    isRead: Bool
  ) throws {
    let groupID = try group.map { try rowID(of: $0, in: "contactGroup") }
    try execute(
      sql: "INSERT INTO message (senderID, groupID, body, sentAt, isRead) VALUES (?, ?, ?, ?, ?)",
      arguments: [try rowID(of: sender, in: "contact"), groupID, body, Int64(date.timeIntervalSince1970), isRead])
    let message = lastInsertedRowID
    for attachment in attachments {
      try execute(
        sql: "INSERT INTO attachment (messageID, kind, count) VALUES (?, ?, ?)",
        arguments: [message, attachment.kind.rawValue, attachment.count])
      let row = lastInsertedRowID
      // Earlier schema versions have no titles and no pictures, and neither does their sample data.
      if let title = attachment.title {
        try execute(sql: "UPDATE attachment SET title = ? WHERE id = ?", arguments: [title, row])
      }
      try insert(attachment.pictures, of: row)
    }
  }

  func insert(_ pictures: [Picture], of attachment: Int64) throws {
    for picture in pictures {
      try execute(
        sql: "INSERT INTO picture (attachmentID, data) VALUES (?, ?)", arguments: [attachment, Data(picture.bytes)])
    }
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
