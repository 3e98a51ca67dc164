import Foundation
import GRDB

/// The tables notes are kept in.
enum NotesSchema {
  static func migrator(now: Date) -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("v1: notes, with sample data") { database in
      try database.create(table: "note") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("identifier", .text).notNull().unique()
        table.column("title", .text).notNull()
        table.column("body", .text).notNull()
        // Whole seconds since 1970.
        table.column("createdAt", .integer).notNull().indexed()
      }
      try SampleNotes.insert(into: database, now: now)
    }
    migrator.registerMigration("v2: how each note is read, and the presentation") { database in
      try database.create(table: "readingOption") { table in
        table.column("noteID", .integer).notNull().references("note", onDelete: .cascade)
        table.column("option", .text).notNull()
        table.primaryKey(["noteID", "option"])
      }
      // One row at most: one presentation at a time.
      try database.create(table: "presentation") { table in
        table.column("id", .integer).primaryKey().check { $0 == 1 }
        table.column("noteID", .integer).notNull().references("note", onDelete: .cascade)
        table.column("line", .integer).notNull().check { $0 >= 0 }
      }
    }
    return migrator
  }
}
