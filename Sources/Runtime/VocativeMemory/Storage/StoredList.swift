import GRDB
import VocativeStorage

extension RuntimeStore {
  /// Replaces an assistant's list in a table of values by position, unless it is the same.
  ///
  /// A program sets the lists at each start, and must be able to start although the disk is full.
  func replaceList(
    _ table: String, of assistant: String, with values: some Collection<some Encodable & Sendable> & Sendable
  ) async throws(StoreError) {
    let new: [String]? = try await store.read { [self] database in
      let texts = try values.enumerated().map { try json($1, called: "number \($0 + 1) of the shortcuts") }
      return try texts == Self.texts(in: table, of: assistant, database) ? nil : texts
    }
    guard let new else { return }
    try await store.write { database in
      try database.execute(sql: "DELETE FROM \(table.quotedDatabaseIdentifier) WHERE assistant = ?", arguments: [assistant])
      for (position, text) in new.enumerated() {
        try database.execute(
          sql: "INSERT INTO \(table.quotedDatabaseIdentifier) (assistant, position, value) VALUES (?, ?, ?)",
          arguments: [assistant, position, text])
      }
    }
  }

  /// Returns an assistant's list from a table of values by position, without values that only a later version can read.
  func list<Value: Decodable & Sendable>(_ table: String, of assistant: String) async throws(StoreError) -> [Value] {
    try await store.read { database in
      try Self.texts(in: table, of: assistant, database).compactMap { StoredText.value(Value.self, fromJSON: $0) }
    }
  }

  private static func texts(in table: String, of assistant: String, _ database: Database) throws -> [String] {
    try String.fetchAll(
      database, sql: "SELECT value FROM \(table.quotedDatabaseIdentifier) WHERE assistant = ? ORDER BY position",
      arguments: [assistant])
  }
}
