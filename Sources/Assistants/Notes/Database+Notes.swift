import Foundation
import GRDB
import VocativeIntents
import VocativeStorage

extension Database {
  func notes(where condition: String = "TRUE", _ arguments: StatementArguments = []) throws -> [Note] {
    // By date, a clock that was set back would make a new note an older one.
    try Row.fetchAll(
      self, sql: "SELECT identifier, title, body, createdAt FROM note WHERE \(condition) ORDER BY id DESC",
      arguments: arguments
    ).map {
      try Note(
        id: $0.value(of: "identifier"), title: $0.value(of: "title"), body: $0.value(of: "body"),
        created: Date(timeIntervalSince1970: TimeInterval($0.value(of: "createdAt") as Int64)))
    }
  }

  @discardableResult
  func insertNote(titled title: String, body: String, created: Date) throws -> Note.ID {
    let identifier = try freeIdentifier(SpokenNames.identifier(for: title), in: "note")
    try execute(
      sql: "INSERT INTO note (identifier, title, body, createdAt) VALUES (?, ?, ?, ?)",
      arguments: [identifier, title, body, Int64(created.timeIntervalSince1970)])
    return identifier
  }

  func rowID(of note: Note.ID) throws -> Int64? {
    try Int64.fetchOne(self, sql: "SELECT id FROM note WHERE identifier = ?", arguments: [note])
  }

  /// Returns the presented line; if the note became shorter, its last line.
  func presentedLine() throws -> PresentationStep {
    let sql = "SELECT title, body, line FROM presentation JOIN note ON note.id = noteID"
    guard let row = try Row.fetchOne(self, sql: sql) else { return .notPresenting }
    let lines = try (row.value(of: "body") as String).split(whereSeparator: \.isNewline).map(String.init)
    guard !lines.isEmpty else { return .noMoreLines }
    let index = min(try row.value(of: "line") as Int, lines.count - 1)
    return try .line(lines[index], number: index + 1, of: lines.count, title: row.value(of: "title"))
  }
}
