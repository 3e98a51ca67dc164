import Foundation
import GRDB

/// Why the money store cannot be used.
public struct MoneyStoreError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The database file.
  public let path: String
  /// SQLite's or the system's own words, and what to do.
  public let reason: String

  /// The file and the reason.
  public var description: String { "\(path): \(reason)" }
}

/// Goals, expenses and the balance, in SQLite.
public struct MoneyStore: Sendable {
  /// The database file.
  public let path: String
  private let database: DatabaseQueue

  /// Opens the store, making it with sample data when there is none.
  ///
  /// - Throws: `MoneyStoreError` when the file cannot be made, opened or brought up to date, or is locked.
  public init(path: String) throws(MoneyStoreError) {
    self.path = path
    let folder = (path as NSString).deletingLastPathComponent
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw MoneyStoreError(path: path, reason: "the folder \(folder) cannot be made; check that you own the one above it")
    }
    do {
      var configuration = Configuration()
      // Another program may be writing for a moment; longer than this is a lock somebody forgot.
      configuration.busyMode = .timeout(2)
      database = try DatabaseQueue(path: path, configuration: configuration)
      try Self.migrator.migrate(database)
    } catch {
      throw MoneyStoreError(path: path, error)
    }
  }

  /// Every goal in the order they were made.
  public func goals() async throws -> [Goal] {
    try await read { database in
      try Row.fetchAll(database, sql: "SELECT identifier, name, savedCents, targetCents FROM goal ORDER BY id").map {
        Goal(
          id: $0["identifier"], name: $0["name"], saved: Amount(cents: $0["savedCents"]),
          target: Amount(cents: $0["targetCents"]))
      }
    }
  }

  /// Every expense in the order they were made.
  public func expenses() async throws -> [Expense] {
    try await read { database in
      try Row.fetchAll(database, sql: "SELECT identifier, name, budgetCents, spentCents FROM expense ORDER BY id").map {
        Expense(
          id: $0["identifier"], name: $0["name"], budget: Amount(cents: $0["budgetCents"]),
          spent: Amount(cents: $0["spentCents"]))
      }
    }
  }

  /// What is in the account.
  public func balance() async throws -> Amount {
    try await read { Amount(cents: try Int.fetchOne($0, sql: "SELECT balanceCents FROM account") ?? 0) }
  }

  /// What is in the account and neither saved for a goal nor set aside for an expense.
  public func safeToSpend() async throws -> Amount {
    try await read { database in
      let cents = try Int.fetchOne(
        database,
        sql: """
          SELECT (SELECT COALESCE(SUM(balanceCents), 0) FROM account) - (SELECT COALESCE(SUM(savedCents), 0) FROM goal)
            - (SELECT COALESCE(SUM(MAX(budgetCents - spentCents, 0)), 0) FROM expense)
          """)
      return Amount(cents: cents ?? 0)
    }
  }

  /// Adds a goal.
  public func addGoal(named name: String, saved: Amount, target: Amount) async throws {
    try await write {
      try $0.execute(
        sql: "INSERT INTO goal (identifier, name, savedCents, targetCents) VALUES (?, ?, ?, ?)",
        arguments: [SpokenNames.identifier(for: name), name, saved.cents, target.cents])
    }
  }

  private func read<Value: Sendable>(_ work: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
    do { return try await database.read(work) } catch { throw MoneyStoreError(path: path, error) }
  }

  private func write(_ work: @escaping @Sendable (Database) throws -> Void) async throws {
    do { try await database.write(work) } catch { throw MoneyStoreError(path: path, error) }
  }

  private static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("v1: account, goals and expenses, with sample data") { database in
      try database.create(table: "account") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("balanceCents", .integer).notNull()
      }
      try database.create(table: "goal") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("identifier", .text).notNull().unique()
        table.column("name", .text).notNull().unique()
        table.column("savedCents", .integer).notNull().check { $0 >= 0 }
        table.column("targetCents", .integer).notNull().check { $0 > 0 }
      }
      try database.create(table: "expense") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("identifier", .text).notNull().unique()
        table.column("name", .text).notNull().unique()
        table.column("budgetCents", .integer).notNull().check { $0 >= 0 }
        table.column("spentCents", .integer).notNull().check { $0 >= 0 }
      }
      try SampleData.insert(into: database)
    }
    return migrator
  }()
}

extension MoneyStoreError {
  fileprivate init(path: String, _ error: any Error) {
    if let error = error as? MoneyStoreError {
      self = error
      return
    }
    let words = (error as? DatabaseError)?.message ?? error.localizedDescription
    let remedy: String
    switch (error as? DatabaseError)?.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED: remedy = "another program holds it; close that program (fuser \(path) names it)"
    case .SQLITE_READONLY: remedy = "it may not be written; make it yours with: chmod u+w \(path)"
    case .SQLITE_CANTOPEN, .SQLITE_PERM: remedy = "it cannot be opened; check that its folder exists and is yours"
    case .SQLITE_NOTADB, .SQLITE_CORRUPT: remedy = "it is damaged; move it away and a new one is made"
    case .SQLITE_FULL: remedy = "the disk is full"
    default: remedy = "check that its folder exists and is yours"
    }
    self.init(path: path, reason: "\(words): \(remedy)")
  }
}
