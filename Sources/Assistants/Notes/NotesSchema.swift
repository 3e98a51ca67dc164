import Foundation
import GRDB

/// The database tables of the notes assistant.
enum NotesSchema {
  /// - Parameter sample: The time to which sample data is relative; nil for a store without sample data.
  static func migrator(sample: Date?) -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    // The name is that of earlier versions, whose stores began with sample data.
    migrator.registerMigration("v1: notes, with sample data") { database in
      try database.create(table: "note") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("identifier", .text).notNull().unique()
        table.column("title", .text).notNull()
        table.column("body", .text).notNull()
        // Seconds since 1970, as an integer.
        table.column("createdAt", .integer).notNull().indexed()
      }
    }
    migrator.registerMigration("v2: how each note is read, and the presentation") { database in
      try database.create(table: "readingOption") { table in
        table.column("noteID", .integer).notNull().references("note", onDelete: .cascade)
        table.column("option", .text).notNull()
        table.primaryKey(["noteID", "option"])
      }
      // At most one row, because there is one presentation at a time.
      try database.create(table: "presentation") { table in
        table.column("id", .integer).primaryKey().check { $0 == 1 }
        table.column("noteID", .integer).notNull().references("note", onDelete: .cascade)
        table.column("line", .integer).notNull().check { $0 >= 0 }
      }
    }
    migrator.registerMigration("v3: without sample data") { try SampleNotes.removeFormer(from: $0) }
    if let sample {
      migrator.registerMigration("sample data") { database in
        let count = try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM note")
        if count == 0 { try SampleNotes.insert(into: database, now: sample) }
      }
    }
    return migrator
  }
}
