import GRDB

/// Where a store stands: two marks differ when somebody, in this program or another, may have changed something between them.
package struct StoreMark: Hashable, Sendable {
  private let connection: ObjectIdentifier
  /// Counts what other connections have changed.
  private let version: Int
  /// Counts the rows this connection has changed.
  private let changes: Int

  init(_ database: Database, of connection: ObjectIdentifier) throws {
    self.connection = connection
    version = try Int.fetchOne(database, sql: "PRAGMA data_version") ?? 0
    changes = try Int.fetchOne(database, sql: "SELECT total_changes()") ?? 0
  }
}

extension Store {
  /// Where the store stands now; it costs a look at the first page of the file.
  ///
  /// - Throws: `StoreError`.
  package func mark() async throws(StoreError) -> StoreMark {
    let connection = connection
    return try await read { database in try StoreMark(database, of: connection) }
  }
}
