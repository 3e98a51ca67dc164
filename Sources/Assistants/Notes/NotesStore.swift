public import Foundation
import GRDB
import VocativeIntents
public import VocativeStorage

/// Notes, in SQLite.
public struct NotesStore: Sendable {
  private let store: Store

  /// Opens the store, making it with sample data when there is none.
  ///
  /// - Parameter now: The time from which the sample data's times count back.
  /// - Throws: `StoreError` when the file cannot be made, opened or brought up to date, or is locked.
  public init(path: String, now: Date = Date()) throws(StoreError) {
    store = try Store(path: path, migrator: Self.migrator(now: now))
  }

  /// Every note, the newest first.
  public func notes() async throws -> [Note] {
    try await store.read { database in
      try Row.fetchAll(
        database, sql: "SELECT identifier, title, body, createdAt FROM note ORDER BY createdAt DESC, id DESC"
      ).map {
        Note(
          id: $0["identifier"], title: $0["title"], body: $0["body"],
          created: Date(timeIntervalSince1970: TimeInterval($0["createdAt"] as Int64)))
      }
    }
  }

  /// Adds a note.
  public func addNote(titled title: String, body: String, created: Date = Date()) async throws {
    try await store.write { try $0.insertNote(titled: title, body: body, created: created) }
  }

  private static func migrator(now: Date) -> DatabaseMigrator {
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
    return migrator
  }
}

extension Database {
  func insertNote(titled title: String, body: String, created: Date) throws {
    try execute(
      sql: "INSERT INTO note (identifier, title, body, createdAt) VALUES (?, ?, ?, ?)",
      arguments: [
        freeIdentifier(SpokenNames.identifier(for: title), in: "note"), title, body, Int64(created.timeIntervalSince1970),
      ])
  }
}
