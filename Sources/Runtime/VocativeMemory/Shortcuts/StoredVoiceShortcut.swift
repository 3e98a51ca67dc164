import GRDB
import VocativeIntents
import VocativeStorage
import VocativeUnderstanding

/// The rows of voice shortcuts; a deleted shortcut is a row without content.
enum StoredVoiceShortcut {
  /// Returns the shortcuts that match a condition, without deleted ones and those that only a later version can read.
  static func fetchAll(
    _ database: Database, where condition: String, _ arguments: StatementArguments
  ) throws -> [VoiceShortcut] {
    try Row.fetchAll(
      database, sql: "SELECT identifier, phrase, steps FROM voiceShortcut WHERE NOT isDeleted AND \(condition)",
      arguments: arguments
    ).compactMap { row in
      try StoredText.value([Shortcut].self, fromJSON: row.value(of: "steps")).map {
        try VoiceShortcut(id: row.value(of: "identifier"), invocationPhrase: row.value(of: "phrase"), steps: $0)
      }
    }
  }

  /// Returns the phrase claims of all shortcuts of an assistant.
  static func claims(_ database: Database, of assistant: String) throws -> [PhraseOwnership.Claim] {
    try Row.fetchAll(
      database, sql: "SELECT identifier, sentence, counter, author FROM voiceShortcut WHERE NOT isDeleted AND assistant = ?",
      arguments: [assistant]
    ).map { row in
      try .init(
        id: row.value(of: "identifier"),
        version: ShortcutVersion(counter: row.value(of: "counter"), author: row.value(of: "author")),
        sentence: row.value(of: "sentence"))
    }
  }

  /// Returns all shortcuts and remembered deletions of an assistant, without those that only a later version can read.
  static func shared(_ database: Database, of assistant: String) throws -> [SharedShortcut] {
    try Row.fetchAll(
      database, sql: "SELECT identifier, phrase, steps, counter, author, isDeleted FROM voiceShortcut WHERE assistant = ?",
      arguments: [assistant]
    ).compactMap { row in
      var content: SharedShortcut.Content?
      if try !(row.value(of: "isDeleted") as Bool) {
        guard let steps = try StoredText.value([Shortcut].self, fromJSON: row.value(of: "steps")) else { return nil }
        content = try .init(phrase: row.value(of: "phrase"), steps: steps)
      }
      return try SharedShortcut(
        id: row.value(of: "identifier"),
        version: ShortcutVersion(counter: row.value(of: "counter"), author: row.value(of: "author")), content: content)
    }
  }

  /// Returns a version that is later than all known versions of an assistant's shortcuts.
  static func nextVersion(_ database: Database, of assistant: String) throws -> ShortcutVersion {
    let latest = try Int.fetchOne(
      database, sql: "SELECT MAX(counter) FROM voiceShortcut WHERE assistant = ?", arguments: [assistant])
    return ShortcutVersion(
      counter: min(latest ?? 0, ShortcutVersion.maxCounter - 1) + 1, author: try RuntimeSchema.box(database))
  }

  static func insert(
    _ shortcut: VoiceShortcut, steps: String, of assistant: String, version: ShortcutVersion, into database: Database
  ) throws {
    try database.execute(
      sql: """
        INSERT INTO voiceShortcut (assistant, identifier, phrase, sentence, steps, counter, author, isDeleted)
        VALUES (?, ?, ?, ?, ?, ?, ?, 0)
        """,
      arguments: [
        assistant, shortcut.id, shortcut.invocationPhrase, SpokenText.sentence(of: shortcut.invocationPhrase), steps,
        version.counter, version.author,
      ])
  }

  /// Replaces a shortcut with a deletion record; returns false if it does not exist.
  static func delete(
    _ id: VoiceShortcut.ID, of assistant: String, version: ShortcutVersion, from database: Database
  ) throws -> Bool {
    try database.execute(
      sql: """
        UPDATE voiceShortcut SET phrase = '', sentence = '', steps = '[]', counter = ?, author = ?, isDeleted = 1
        WHERE assistant = ? AND identifier = ? AND NOT isDeleted
        """, arguments: [version.counter, version.author, assistant, id])
    guard database.changesCount > 0 else { return false }
    try forget(id, in: database)
    // All devices forget the same deletions.
    try database.execute(
      sql: """
        DELETE FROM voiceShortcut WHERE assistant = ? AND isDeleted AND id NOT IN (
          SELECT id FROM voiceShortcut WHERE assistant = ? AND isDeleted
          ORDER BY counter DESC, author DESC, identifier DESC LIMIT ?)
        """, arguments: [assistant, assistant, SharedShortcuts.maxDeleted])
    return true
  }

  /// Removes the words of a deleted shortcut from the timeline and from the remembered choices among assistants.
  static func forget(_ id: VoiceShortcut.ID, in database: Database) throws {
    try Timeline.forget(shortcut: id, in: database)
    // The meaning of a sentence that is the phrase of a shortcut ends with the identifier.
    try database.execute(
      sql: "DELETE FROM assistantChoice WHERE instr(meanings || ' ', '.' || ? || ' ') > 0", arguments: [id])
  }

  /// Stores a version that was received from another device.
  static func replace(with entry: SharedShortcut, of assistant: String, in database: Database) throws {
    let phrase = entry.content?.phrase ?? ""
    try database.execute(
      sql: """
        INSERT INTO voiceShortcut (assistant, identifier, phrase, sentence, steps, counter, author, isDeleted)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (assistant, identifier) DO UPDATE SET phrase = excluded.phrase, sentence = excluded.sentence,
          steps = excluded.steps, counter = excluded.counter, author = excluded.author, isDeleted = excluded.isDeleted
        """,
      arguments: [
        assistant, entry.id, phrase, SpokenText.sentence(of: phrase), try StoredText.json(entry.content?.steps ?? []),
        entry.version.counter, entry.version.author, entry.content == nil,
      ])
  }

  static func remove(_ id: VoiceShortcut.ID, of assistant: String, from database: Database) throws {
    try database.execute(
      sql: "DELETE FROM voiceShortcut WHERE assistant = ? AND identifier = ?", arguments: [assistant, id])
  }
}
