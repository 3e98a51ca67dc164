public import Foundation
import GRDB
import VocativeIntents
public import VocativeStorage

/// A SQLite store of notes.
public struct NotesStore: Sendable {
  private let store: Store

  /// Opens the store, and creates it if it does not exist.
  ///
  /// - Parameters:
  ///   - path: The path of the file; nil for a store that lasts as long as the program.
  ///   - hasSampleData: Whether a store without notes gets sample data.
  ///   - now: The time to which the sample data is relative.
  /// - Throws: `StoreError` if the file cannot be created, opened or migrated, or is locked.
  public init(path: String?, hasSampleData: Bool = false, now: Date = Date()) throws(StoreError) {
    let migrator = NotesSchema.migrator(sample: hasSampleData ? now : nil)
    store = if let path { try Store(path: path, migrator: migrator) } else { try Store(inMemoryWith: migrator) }
  }

  /// Returns all notes, newest first.
  public func notes() async throws -> [Note] { try await store.read { try $0.notes() } }

  /// Adds a note.
  @discardableResult
  public func addNote(titled title: String, body: String, created: Date = Date()) async throws -> Note {
    try await store.write { database in
      let identifier = try database.insertNote(titled: title, body: body, created: created)
      return Note(
        id: identifier, title: title, body: body,
        created: Date(timeIntervalSince1970: created.timeIntervalSince1970.rounded(.down)))
    }
  }

  /// Adds a line to a note; returns nil if the note does not exist anymore.
  public func append(_ line: String, to note: Note.ID) async throws -> Note? {
    try await store.write { database in
      try database.execute(
        sql: "UPDATE note SET body = body || CASE body WHEN '' THEN '' ELSE char(10) END || ? WHERE identifier = ?",
        arguments: [line, note])
      return try database.notes(where: "identifier = ?", [note]).first
    }
  }

  /// Removes a line or an item from a note; returns nil if the note does not exist anymore, or has no such line and no such item.
  public func remove(_ text: String, from note: Note.ID) async throws -> Note? {
    try await store.write { database in
      guard let body = try database.notes(where: "identifier = ?", [note]).first?.body,
        let rest = NoteText(body).removing(text)
      else { return nil }
      try database.execute(sql: "UPDATE note SET body = ? WHERE identifier = ?", arguments: [rest, note])
      return try database.notes(where: "identifier = ?", [note]).first
    }
  }

  /// Deletes a note; returns false if it does not exist anymore.
  public func delete(_ note: Note.ID) async throws -> Bool {
    try await store.write { database in
      try database.execute(sql: "DELETE FROM note WHERE identifier = ?", arguments: [note])
      return database.changesCount > 0
    }
  }

  // MARK: Reading

  /// Returns the reading options of a note.
  public func options(of note: Note.ID) async throws -> Set<ReadingOption> {
    try await store.read { database in
      let sql = "SELECT option FROM readingOption JOIN note ON note.id = noteID WHERE identifier = ?"
      return Set(try String.fetchAll(database, sql: sql, arguments: [note]).compactMap(ReadingOption.init))
    }
  }

  /// Toggles a reading option of a note and returns its new state; nil if the note does not exist anymore.
  public func toggle(_ option: ReadingOption, of note: Note.ID) async throws -> Bool? {
    try await store.write { database in
      guard let id = try database.rowID(of: note) else { return nil }
      try database.execute(sql: "DELETE FROM readingOption WHERE noteID = ? AND option = ?", arguments: [id, option.rawValue])
      guard database.changesCount == 0 else { return false }
      try database.execute(sql: "INSERT INTO readingOption (noteID, option) VALUES (?, ?)", arguments: [id, option.rawValue])
      return true
    }
  }

  // MARK: Presenting

  /// Presents a note from its first line, replacing any current presentation.
  public func present(_ note: Note.ID) async throws -> PresentationStep {
    try await store.write { database in
      guard let id = try database.rowID(of: note) else { return .notPresenting }
      try database.execute(
        sql: "INSERT OR REPLACE INTO presentation (id, noteID, line) VALUES (1, ?, 0)", arguments: [id])
      return try database.presentedLine()
    }
  }

  /// Moves the presentation forward or back by some lines, stopping at either end.
  public func movePresentation(by lines: Int) async throws -> PresentationStep {
    try await store.write { database in
      guard case .line(_, let number, let count, _) = try database.presentedLine() else { return .notPresenting }
      guard (1...count).contains(number + lines) else { return .noMoreLines }
      // The stored line may be past the end of a note that became shorter.
      try database.execute(sql: "UPDATE presentation SET line = ?", arguments: [number - 1 + lines])
      return try database.presentedLine()
    }
  }

  /// Ends the presentation; returns false if there is none.
  public func endPresentation() async throws -> Bool {
    try await store.write { database in
      try database.execute(sql: "DELETE FROM presentation")
      return database.changesCount > 0
    }
  }
}
