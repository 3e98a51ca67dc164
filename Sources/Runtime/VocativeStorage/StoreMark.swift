import GRDB

/// The state of a store at a point in time; two marks differ if this or another program may have changed data between them.
package struct StoreMark: Hashable, Sendable {
  private let connection: ObjectIdentifier
  /// Counts changes by other connections.
  private let version: Int
  /// Counts rows changed by this connection.
  private let changes: Int

  init(_ database: Database, of connection: ObjectIdentifier) throws {
    self.connection = connection
    version = try Int.fetchOne(database, sql: "PRAGMA data_version") ?? 0
    changes = try Int.fetchOne(database, sql: "SELECT total_changes()") ?? 0
  }
}

extension Store {
  /// Returns a mark of the current state; reads only the first page of the file.
  ///
  /// - Throws: `StoreError`.
  package func mark() async throws(StoreError) -> StoreMark {
    let connection = connection
    return try await read { database in try StoreMark(database, of: connection) }
  }
}
