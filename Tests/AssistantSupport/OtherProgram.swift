import GRDB

/// Another program that uses the same database.
public struct OtherProgram: Sendable {
  private let database: DatabaseQueue

  /// Opens the database.
  public init(path: String) throws {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    database = try DatabaseQueue(path: path, configuration: configuration)
  }

  /// Runs SQL statements without an enclosing transaction.
  public func run(_ sql: String) throws {
    try database.inDatabase { try $0.execute(sql: sql) }
  }
}
