import Foundation
import GRDB

extension RuntimeSchema {
  /// Who the store is, versions for the shortcuts there are, and a place for what other boxes say.
  static func makeSharing(_ database: Database) throws {
    try database.create(table: "box", options: .withoutRowID) { table in
      table.column("identifier", .text).notNull().primaryKey()
    }
    try database.execute(sql: "INSERT INTO box (identifier) VALUES (?)", arguments: [UUID().uuidString.lowercased()])
    // A phrase may now be had twice, by shortcuts that two boxes made apart; which of them is meant is worked out where it is read.
    try database.create(table: "sharedVoiceShortcut") { table in
      table.autoIncrementedPrimaryKey("id")
      table.column("assistant", .text).notNull()
      table.column("identifier", .text).notNull()
      table.column("phrase", .text).notNull()
      // The phrase as dictionary words.
      table.column("sentence", .text).notNull()
      table.column("steps", .text).notNull()
      // When it was changed last, and by whom.
      table.column("counter", .integer).notNull()
      table.column("author", .text).notNull()
      // What is left of a shortcut, so that no other box brings it back.
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
      // The box whose names they are.
      table.column("box", .text).notNull()
      table.column("position", .integer).notNull()
      table.column("identifier", .text).notNull()
      table.column("phrase", .text).notNull()
      table.column("pronunciation", .text)
      // The phrase as dictionary words.
      table.column("sentence", .text).notNull()
      table.primaryKey(["assistant", "kind", "box", "position"])
    }
    // Kinds that names were ever set of here: others may know of them, and are to hear that there are none any more.
    try database.create(table: "vocabularyKind", options: .withoutRowID) { table in
      table.column("assistant", .text).notNull()
      table.column("kind", .text).notNull()
      table.primaryKey(["assistant", "kind"])
    }
    try database.execute(sql: "INSERT INTO vocabularyKind SELECT DISTINCT assistant, kind FROM vocabulary")
    // Missing until the names are set anew, as they are at the next start.
    try database.alter(table: "vocabulary") { table in table.add(column: "sentence", .text) }
  }

  /// Who the store is to those of other boxes.
  static func box(_ database: Database) throws -> String {
    try String.fetchOne(database, sql: "SELECT identifier FROM box") ?? ""
  }
}
