public import VocativeStorage

/// A SQLite database for the state of the runtime; all assistants share it, and each row has the name of its assistant.
///
/// Every change is a transaction, so a killed program leaves the previous state.
public struct RuntimeStore: Sendable {
  let store: Store

  /// Opens the database, creating a missing file or folder.
  ///
  /// - Parameters:
  ///   - path: The file; nil for a database in memory, which exists only as long as this value and its copies.
  ///   - former: The path of a database with which a missing file, or one in memory, begins, if it exists; nil for none.
  /// - Throws: `StoreError` if the file cannot be created, opened or migrated, or is locked.
  public init(path: String?, copying former: String? = nil) throws(StoreError) {
    if let path {
      store = try Store(path: path, migrator: RuntimeSchema.migrator, copying: former)
    } else {
      store = try Store(inMemoryWith: RuntimeSchema.migrator, copying: former)
    }
  }

  /// Returns the permanent identity of this store for other devices.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  package func box() async throws(StoreError) -> String { try await store.read { database in try RuntimeSchema.box(database) } }

  /// Returns a mark of the current state, to detect later changes.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  package func mark() async throws(StoreError) -> StoreMark { try await store.mark() }

  /// Returns an error for data that is not accepted, with a remedy.
  func refusal(_ reason: String) -> StoreError { StoreError(rejection: reason) }
}
