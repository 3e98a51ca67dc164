import Foundation
public import GRDB
import ProgramOutput

/// A SQLite database with a single owner, which is created or migrated when it is opened.
public struct Store: Sendable {
  /// The database file; `:memory:` for a database in memory.
  public let path: String
  /// Whether it is a database in memory.
  public var isInMemory: Bool { path == Self.memory }
  private static let memory = ":memory:"
  private let database: DatabaseQueue
  /// Whether a later version of the program has migrated the database.
  private let isFromLaterVersion: Bool
  private let patience = StorePatience()
  /// The identity of the connection, to distinguish several stores of a file.
  var connection: ObjectIdentifier { ObjectIdentifier(database) }

  /// Opens a database, creating a missing file or folder, and applies missing migrations.
  ///
  /// An existing file that is empty or lacks the tables is reported and left unchanged: its owner may have a backup, and should
  /// not find a new database in its place.
  ///
  /// - Parameter former: The path of a database with which a missing file begins, if it exists; nil for none.
  /// - Throws: `StoreError` if the file cannot be created, opened or migrated, or is locked.
  public init(path: String, migrator: DatabaseMigrator, copying former: String? = nil) throws(StoreError) {
    self.path = path
    let code = ParentFolder.make(of: path)
    guard code == 0 else { throw StoreError(missing: path, folder: ParentFolder.path(of: path), code: code) }
    do {
      if !FileManager.default.fileExists(atPath: path) {
        do {
          try Self.make(path, with: migrator, copying: former)
        } catch {
          throw (error as? StoreError) ?? StoreError(missing: path, error)
        }
      }
      var configuration = patience.configuration
      // Otherwise a power cut can bring back the journal of a transaction that has ended, which undoes it.
      configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = EXTRA") }
      database = try DatabaseQueue(path: path, configuration: configuration)
      let isOther = try database.read { try migrator.appliedIdentifiers($0).isEmpty } && !migrator.migrations.isEmpty
      guard !isOther else { throw StoreError(otherDatabase: path) }
      // Earlier versions made files that other users could read. SQLite's journals get the mode of the file.
      chmod(path, 0o600)
      try Self.migrate(database, with: migrator)
      isFromLaterVersion = try database.read(migrator.hasBeenSuperseded)
    } catch {
      throw (error as? StoreError) ?? StoreError(path: path, error)
    }
  }

  /// Creates a database file atomically, so that a killed program does not leave an empty one.
  ///
  /// If another program creates the same file at the same time, the first one to finish wins.
  private static func make(_ path: String, with migrator: DatabaseMigrator, copying former: String?) throws {
    guard case .file(let target) = LinkTarget(of: path) else { return }
    let draft = "\(target).\(UUID().uuidString).new"
    defer { unlink(draft) }
    // Only the owner may read the requests to an assistant, from the creation of the file on.
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw StoreError(missing: path, code: errno) }
    close(descriptor)
    let database = try DatabaseQueue(path: draft)
    if let former, FileManager.default.fileExists(atPath: former) {
      try DatabaseQueue(path: former, configuration: StorePatience().configuration).backup(to: database)
    }
    try migrator.migrate(database)
    try database.close()
    guard link(draft, target) != 0, errno != EEXIST else { return }
    // Some file systems have no hard links.
    if !FileManager.default.fileExists(atPath: target) { rename(draft, target) }
  }

  /// Creates a database in memory, which exists only as long as this value and its copies.
  ///
  /// - Parameter former: The path of a database with which it begins, if that exists; nil for none.
  /// - Throws: `StoreError` if the other database cannot be read, or a migration fails.
  public init(inMemoryWith migrator: DatabaseMigrator, copying former: String? = nil) throws(StoreError) {
    path = Self.memory
    do {
      database = try DatabaseQueue()
      if let former, FileManager.default.fileExists(atPath: former) {
        try DatabaseQueue(path: former, configuration: StorePatience().configuration).backup(to: database)
      }
      try migrator.migrate(database)
      isFromLaterVersion = try database.read(migrator.hasBeenSuperseded)
    } catch {
      throw StoreError(path: former ?? path, error)
    }
  }

  /// Migrates the database.
  ///
  /// A migration that another program applied at the same time fails here and counts as done.
  private static func migrate(_ database: DatabaseQueue, with migrator: DatabaseMigrator) throws {
    for _ in migrator.migrations {
      do { return try migrator.migrate(database) } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
        guard try !database.read(migrator.hasCompletedMigrations) else { return }
      }
    }
    try migrator.migrate(database)
  }

  /// Reads in one consistent view.
  ///
  /// - Throws: `StoreError`.
  public func read<Value: Sendable>(
    _ work: @escaping @Sendable (Database) throws -> Value
  ) async throws(StoreError) -> Value {
    do { return try await database.read(work) } catch { throw fault(error) }
  }

  /// Writes in one transaction.
  ///
  /// - Throws: `StoreError`.
  public func write<Value: Sendable>(
    _ work: @escaping @Sendable (Database) throws -> Value
  ) async throws(StoreError) -> Value {
    do {
      let value = try await database.write(work)
      patience.end(isLocked: false)
      return value
    } catch {
      throw fault(error)
    }
  }

  private func fault(_ error: any Error) -> StoreError {
    if (error as? DatabaseError)?.resultCode == .SQLITE_BUSY { patience.end(isLocked: true) }
    return (error as? StoreError) ?? StoreError(path: path, error, isFromLaterVersion: isFromLaterVersion)
  }
}
