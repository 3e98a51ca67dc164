import Foundation
import GRDB

extension RuntimeSchema {
  /// Creates the identity of the store, versions for existing shortcuts, and tables for data from other devices.
  static func makeSharing(_ database: Database) throws {
    try database.create(table: "box", options: .withoutRowID) { table in
      table.column("identifier", .text).notNull().primaryKey()
    }
    try database.execute(sql: "INSERT INTO box (identifier) VALUES (?)", arguments: [UUID().uuidString.lowercased()])
    // A phrase may occur twice, if two disconnected devices created it. The owner is determined when the table is read.
    try database.create(table: "sharedVoiceShortcut") { table in
      table.autoIncrementedPrimaryKey("id")
      table.column("assistant", .text).notNull()
      table.column("identifier", .text).notNull()
      table.column("phrase", .text).notNull()
      // The phrase as dictionary words.
      table.column("sentence", .text).notNull()
      table.column("steps", .text).notNull()
      // The version of the last change.
      table.column("counter", .integer).notNull()
      table.column("author", .text).notNull()
      // A deletion record, which prevents other devices from restoring the shortcut.
      table.column("isDeleted", .boolean).notNull()
      table.uniqueKey(["assistant", "identifier"])
    }
    try database.execute(
      sql: """
        INSERT INTO sharedVoiceShortcut (id, assistant, identifier, phrase, sentence, steps, counter, author, isDeleted)
        SELECT id, assistant, identifier, phrase, sentence, steps, id, ?, 0 FROM voiceShortcut
        """, arguments: [try box(database)])
    try database.drop(table: "voiceShortcut")
    try database.rename(table: "sharedVoiceShortcut", to: "voiceShortcut")
    try database.create(table: "sharedVocabulary", options: .withoutRowID) { table in
      table.column("assistant", .text).notNull()
      table.column("kind", .text).notNull()
      // The device that set the names.
      table.column("box", .text).notNull()
      table.column("position", .integer).notNull()
      table.column("identifier", .text).notNull()
      table.column("phrase", .text).notNull()
      table.column("pronunciation", .text)
      // The phrase as dictionary words.
      table.column("sentence", .text).notNull()
      table.primaryKey(["assistant", "kind", "box", "position"])
    }
    // The kinds of names that were ever set on this device, so that other devices learn when a list becomes empty.
    try database.create(table: "vocabularyKind", options: .withoutRowID) { table in
      table.column("assistant", .text).notNull()
      table.column("kind", .text).notNull()
      table.primaryKey(["assistant", "kind"])
    }
    try database.execute(sql: "INSERT INTO vocabularyKind SELECT DISTINCT assistant, kind FROM vocabulary")
    // NULL until the names are set again, which happens at the next start.
    try database.alter(table: "vocabulary") { table in table.add(column: "sentence", .text) }
  }

  /// Returns the identity of the store for other devices.
  static func box(_ database: Database) throws -> String {
    try String.fetchOne(database, sql: "SELECT identifier FROM box") ?? ""
  }
}
