import Foundation
import GRDB

/// The database tables of the messages assistant.
enum MessagesSchema {
  /// - Parameter sample: The time to which sample data is relative; nil for a store without sample data.
  static func migrator(sample: Date?) -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    // The first versions inserted sample data, which their names still say.
    migrator.registerMigration("v1: contacts, groups and messages, with sample data") { database in
      try database.create(table: "contact") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("identifier", .text).notNull().unique()
        table.column("name", .text).notNull()
        table.column("nickname", .text)
        table.column("relationship", .text)
      }
      try database.create(table: "contactGroup") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("identifier", .text).notNull().unique()
        table.column("name", .text).notNull()
      }
      try database.create(table: "message") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("senderID", .integer).notNull().indexed().references("contact", onDelete: .cascade)
        table.column("groupID", .integer).indexed().references("contactGroup", onDelete: .cascade)
        table.column("body", .text).notNull()
        // Seconds since 1970, as an integer.
        table.column("sentAt", .integer).notNull().indexed()
        table.column("isRead", .boolean).notNull()
      }
      try database.create(table: "attachment") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("messageID", .integer).notNull().indexed().references("message", onDelete: .cascade)
        table.column("kind", .text).notNull()
        table.column("count", .integer).notNull().check { $0 > 0 }
      }
    }
    migrator.registerMigration("v2: pronunciations, links and messages that are sent, with sample data") { database in
      try database.create(table: "contactPronunciation") { table in
        table.column("contactID", .integer).notNull().references("contact", onDelete: .cascade)
        table.column("name", .text).notNull()
        // Phones of the CMU dictionary, separated by spaces.
        table.column("phones", .text).notNull()
        table.primaryKey(["contactID", "name"])
      }
      try database.alter(table: "attachment") { table in table.add(column: "title", .text) }
      try database.create(table: "sentMessage") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("identifier", .text).notNull().unique()
        table.column("contactID", .integer).references("contact", onDelete: .cascade)
        table.column("groupID", .integer).references("contactGroup", onDelete: .cascade)
        table.column("kind", .text).notNull()
        table.column("body", .text).notNull()
        // Seconds since 1970, as an integer.
        table.column("sentAt", .integer).notNull().indexed()
        table.column("isUnsent", .boolean).notNull().defaults(to: false)
        table.check(sql: "(contactID IS NULL) <> (groupID IS NULL)")
      }
      // Events that the transport has yet to deliver, in order; a row is deleted after delivery.
      try database.create(table: "outbox") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("identifier", .text).notNull().unique()
        table.column("messageID", .integer).notNull().references("sentMessage", onDelete: .cascade)
        table.column("action", .text).notNull()
        table.column("body", .text).notNull()
        table.column("date", .integer).notNull()
      }
    }
    migrator.registerMigration("v3: pictures of what came with messages, with sample data") { database in
      try database.create(table: "picture") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("attachmentID", .integer).notNull().indexed().references("attachment", onDelete: .cascade)
        table.column("data", .blob).notNull()
      }
    }
    migrator.registerMigration("v4: address books, several recipients, replies", migrate: makeAddressBooks)
    migrator.registerMigration("v5: deliveries in progress, refusals to announce") { database in
      // Whether a delivery has begun of which nothing tells how it ended: it is in progress, or the program was killed.
      try database.alter(table: "outbox") { table in table.add(column: "isBeingDelivered", .boolean).notNull().defaults(to: false)
      }
      // Refusals that the person has not heard of; a row is deleted after it was said.
      try database.create(table: "refusal") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("messageID", .integer).notNull().indexed().references("sentMessage", onDelete: .cascade)
        table.column("action", .text).notNull()
        table.column("dialog", .text)
        table.column("requiresApplication", .boolean).notNull()
      }
    }
    migrator.registerMigration("v6: indexes for years of messages", migrate: makeIndexes)
    if let sample {
      migrator.registerMigration("sample data") { database in
        let isEmpty = try Int.fetchOne(database, sql: "SELECT (SELECT COUNT(*) FROM contact) + (SELECT COUNT(*) FROM message)")
        if isEmpty == 0 { try SampleMessages.insert(into: database, now: sample) }
      }
    }
    return migrator
  }

  /// The time of the latest message of each contact and group is looked up before each request, which would otherwise read all messages.
  private static func makeIndexes(_ database: Database) throws {
    for (column, name) in [("senderID", "messageBySender"), ("groupID", "messageByGroup")] {
      try database.create(index: name, on: "message", columns: [column, "sentAt"])
      try database.execute(sql: "DROP INDEX IF EXISTS message_on_\(column)")
    }
    try database.create(index: "messageByReading", on: "message", columns: ["readOrder"])
    // Few messages are new: in the order of their times, and by senders.
    try database.execute(
      sql: """
        CREATE INDEX unreadMessage ON message (sentAt) WHERE NOT isRead;
        CREATE INDEX unreadMessageBySender ON message (senderID, sentAt) WHERE NOT isRead;
        """)
  }
}
