import GRDB

/// Why a store cannot be used: which file, SQLite's or the system's own words, and what to do.
public struct StoreError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The database file.
  public let path: String
  /// What is wrong and what to do.
  public let reason: String

  /// The file and the reason.
  public var description: String { "\(path): \(reason)" }

  /// A reason of the owner's own: what it refuses to store.
  public init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  /// A file that is there and is not a database of this kind.
  init(otherDatabase path: String) {
    self.init(path: path, reason: "it is empty, or has none of the tables that belong in it: \(Self.damage)")
  }

  private static let damage = "it is damaged; restore it from a backup, or move it away and a new one is made"

  init(path: String, _ error: any Error) {
    guard !(error is CancellationError) else {
      self.init(path: path, reason: "given up, as nobody waits for it any more")
      return
    }
    guard !(error is RowDecodingError) else {
      // GRDB's own words have the whole row in them, which may be private.
      self.init(path: path, reason: "a value in it is not of its column's type: \(Self.damage)")
      return
    }
    let words = (error as? DatabaseError)?.message ?? String(describing: error)
    let remedy: String
    switch (error as? DatabaseError)?.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED: remedy = "another program holds it; close that program (fuser \(path) names it)"
    case .SQLITE_READONLY: remedy = "it may not be written; make it yours with: chmod u+w \(path)"
    case .SQLITE_NOTADB, .SQLITE_CORRUPT, .SQLITE_MISMATCH: remedy = Self.damage
    // The program's own statements are right, so that the tables are not.
    case .SQLITE_ERROR where words.hasPrefix("no such "): remedy = Self.damage
    case .SQLITE_CONSTRAINT: remedy = "check the names: one is taken already, or one is missing"
    case .SQLITE_FULL: remedy = "the disk is full"
    default: remedy = "check that its folder exists and is yours"
    }
    self.init(path: path, reason: "\(words): \(remedy)")
  }
}
