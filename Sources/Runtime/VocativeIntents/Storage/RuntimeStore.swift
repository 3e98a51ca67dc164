public import VocativeStorage

/// SQLite tables of what the runtime remembers; one database for all assistants, each row with the assistant's name.
///
/// Every change is one transaction: a program that is killed in the middle of one leaves what was there before it.
public struct RuntimeStore: Sendable {
  let store: Store

  /// Opens the database, making it and its folder where they are missing.
  ///
  /// - Parameter path: The file; nil for a database in memory, which is gone with the last copy of this value.
  /// - Throws: `StoreError` if the file cannot be made, opened or brought up to date, or is locked.
  public init(path: String?) throws(StoreError) {
    if let path {
      store = try Store(path: path, migrator: RuntimeSchema.migrator)
    } else {
      store = try Store(inMemoryWith: RuntimeSchema.migrator)
    }
  }

  /// Who this store is to those of other boxes, for good.
  ///
  /// - Throws: `StoreError` if it cannot be read.
  package func box() async throws(StoreError) -> String { try await store.read { database in try RuntimeSchema.box(database) } }

  /// Where the store stands now, to find out later whether anything has changed.
  ///
  /// - Throws: `StoreError` if it cannot be read.
  package func mark() async throws(StoreError) -> StoreMark { try await store.mark() }

  /// A refusal to store something, with what to do.
  func refusal(_ reason: String) -> StoreError { StoreError(path: store.path, reason: reason) }
}
