import GRDB
import VocativeStorage

extension RuntimeStore {
  /// Replaces an assistant's list in a table of values by position.
  func replaceList(
    _ table: String, of assistant: String, with values: some Collection<some Encodable & Sendable> & Sendable
  ) async throws(StoreError) {
    try await store.write { [self] database in
      try database.execute(sql: "DELETE FROM \(table.quotedDatabaseIdentifier) WHERE assistant = ?", arguments: [assistant])
      for (position, value) in values.enumerated() {
        try database.execute(
          sql: "INSERT INTO \(table.quotedDatabaseIdentifier) (assistant, position, value) VALUES (?, ?, ?)",
          arguments: [assistant, position, try json(value, called: "number \(position + 1) of the shortcuts")])
      }
    }
  }

  /// Returns an assistant's list from a table of values by position, without values that only a later version can read.
  func list<Value: Decodable & Sendable>(_ table: String, of assistant: String) async throws(StoreError) -> [Value] {
    try await store.read { database in
      try String.fetchAll(
        database, sql: "SELECT value FROM \(table.quotedDatabaseIdentifier) WHERE assistant = ? ORDER BY position",
        arguments: [assistant]
      ).compactMap { StoredText.value(Value.self, fromJSON: $0) }
    }
  }
}
