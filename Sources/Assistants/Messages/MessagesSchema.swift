import Foundation
import GRDB

/// The tables messages are kept in.
enum MessagesSchema {
  static func migrator(now: Date) -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
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
        // Whole seconds since 1970.
        table.column("sentAt", .integer).notNull().indexed()
        table.column("isRead", .boolean).notNull()
      }
      try database.create(table: "attachment") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("messageID", .integer).notNull().indexed().references("message", onDelete: .cascade)
        table.column("kind", .text).notNull()
        table.column("count", .integer).notNull().check { $0 > 0 }
      }
      try SampleMessages.insert(into: database, now: now)
    }
    return migrator
  }
}
