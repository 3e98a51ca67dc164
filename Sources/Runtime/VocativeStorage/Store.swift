import Foundation
public import GRDB
import ProgramOutput

/// A SQLite database of one owner's, made and brought up to date when it is opened.
public struct Store: Sendable {
  /// The database file; `:memory:` where there is none.
  public let path: String
  private let database: DatabaseQueue
  /// Which of a file's stores it is.
  var connection: ObjectIdentifier { ObjectIdentifier(database) }

  /// Seconds to wait for another program that is writing; longer than this is a lock somebody forgot.
  private static let patience = 2.0

  /// Opens a database, making it and its folder where they are missing, and applies the migrations it has not had.
  ///
  /// A file that is there already and is not such a database, because it is empty or has none of the tables, is reported and left as it
  /// is: its owner may have a backup, and should not find a new database in its place.
  ///
  /// - Throws: `StoreError` when the file cannot be made, opened or brought up to date, or is locked.
  public init(path: String, migrator: DatabaseMigrator) throws(StoreError) {
    self.path = path
    let folder = (path as NSString).deletingLastPathComponent
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw StoreError(path: path, reason: "the folder \(folder) cannot be made; check that you own the one above it")
    }
    do {
      var configuration = Configuration()
      configuration.busyMode = .timeout(Self.patience)
      if !FileManager.default.fileExists(atPath: path) { try Self.make(path, with: migrator) }
      database = try DatabaseQueue(path: path, configuration: configuration)
      let isOther = try database.read { try migrator.appliedIdentifiers($0).isEmpty } && !migrator.migrations.isEmpty
      guard !isOther else { throw StoreError(otherDatabase: path) }
      // Earlier versions made files that other users could read. SQLite's journals get the mode of the file.
      chmod(path, 0o600)
      try Self.migrate(database, with: migrator)
    } catch {
      throw (error as? StoreError) ?? StoreError(path: path, error)
    }
  }

  /// Makes a database file whole or not at all: a program that is killed meanwhile leaves no empty one.
  ///
  /// Another program may make the same file meanwhile; the first one to finish wins.
  private static func make(_ path: String, with migrator: DatabaseMigrator) throws {
    guard case .file(let target) = LinkTarget(of: path) else { return }
    let draft = "\(target).\(UUID().uuidString).new"
    defer { unlink(draft) }
    // Only the owner may read what is said to an assistant, from the first moment on. SQLite says why a file cannot be made.
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor >= 0 { close(descriptor) }
    let database = try DatabaseQueue(path: draft)
    try migrator.migrate(database)
    try database.close()
    guard link(draft, target) != 0, errno != EEXIST else { return }
    // Some file systems have no hard links.
    if !FileManager.default.fileExists(atPath: target) { rename(draft, target) }
  }

  /// Makes a database in memory, which is gone with the last copy of this value.
  ///
  /// - Throws: `StoreError` when a migration fails.
  public init(inMemoryWith migrator: DatabaseMigrator) throws(StoreError) {
    path = ":memory:"
    do {
      database = try DatabaseQueue()
      try migrator.migrate(database)
    } catch {
      throw StoreError(path: path, error)
    }
  }

  /// Migrates; when another program did the same meanwhile, each migration it was first with failed here, and is done.
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
    do { return try await database.read(work) } catch { throw (error as? StoreError) ?? StoreError(path: path, error) }
  }

  /// Writes in one transaction: all of it, or nothing.
  ///
  /// - Throws: `StoreError`.
  public func write<Value: Sendable>(
    _ work: @escaping @Sendable (Database) throws -> Value
  ) async throws(StoreError) -> Value {
    do { return try await database.write(work) } catch { throw (error as? StoreError) ?? StoreError(path: path, error) }
  }
}
