import GRDB
import ProgramOutput

/// The reason why a store cannot be used: the file, the error of SQLite or the system, and a remedy.
public struct StoreError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The database file; nil if it is fine, and the data that was to be stored in it is invalid.
  public let path: String?
  /// The cause and the remedy.
  public let reason: String
  /// Whether the file does not exist and cannot be created, as on a full or a read-only disk.
  public private(set) var isMissing = false
  /// Whether another program has locked the file, which ends by itself.
  public private(set) var isLocked = false
  /// Whether the operation was cancelled, which says nothing about the file.
  public private(set) var isCancelled = false

  /// Whether the file is fine, and the data that was to be stored in it is invalid.
  public var isRejection: Bool { path == nil }

  /// Whether the file's contents cannot be used, rather than the file locked or inaccessible.
  public var isDamaged: Bool { reason.hasSuffix(Self.damage) || reason.hasSuffix(Self.later) }

  /// The file and the cause, or only the cause if the file is fine.
  public var description: String { path.map { "\($0): \(reason)" } ?? reason }

  /// Creates an error for data that the owner of the store rejects.
  public init(rejection reason: String) {
    path = nil
    self.reason = reason
  }

  /// Creates an error for a file that cannot be used.
  init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  /// Creates an error for a file that does not exist.
  init(missing path: String, _ error: any Error) {
    self.init(path: path, error)
    isMissing = true
  }

  /// Creates an error for a file that does not exist, or whose folder does not exist.
  ///
  /// - Parameters:
  ///   - folder: The folder; nil if it exists.
  ///   - code: The system's error number.
  init(missing path: String, folder: String? = nil, code: Int32) {
    let subject = folder.map { "the folder \($0)" } ?? "it"
    let reason = DiskFault.reason(code, in: ParentFolder.existing(of: path))
    self.init(path: path, reason: "\(subject) cannot be created: \(reason)")
    isMissing = true
  }

  /// Creates an error for an existing file that is not a database of this kind.
  init(otherDatabase path: String) {
    self.init(path: path, reason: "it is empty, or has none of the tables that belong in it: \(Self.damage)")
  }

  private static let damage = "it is damaged; restore it from a backup, or move it away to create a new one"
  private static let later =
    "a later version of the program has changed it; install that version again, or restore it from a backup"

  /// - Parameter isFromLaterVersion: Whether a later version of the program has migrated the database; its data is not damaged.
  init(path: String, _ error: any Error, isFromLaterVersion: Bool = false) {
    let mismatch = isFromLaterVersion ? Self.later : Self.damage
    guard !(error is CancellationError) else {
      self.init(path: path, reason: "the operation was cancelled")
      isCancelled = true
      return
    }
    guard !(error is RowDecodingError) else {
      // GRDB's error contains the whole row, which may be private.
      self.init(path: path, reason: "a value has the wrong type for its column: \(mismatch)")
      return
    }
    guard (error as? DatabaseError)?.extendedResultCode != .SQLITE_READONLY_DBMOVED else {
      // SQLite's words are those of a file that is not writable.
      self.init(path: path, reason: "it was moved, replaced or deleted while the program used it; restart the program")
      return
    }
    let words = (error as? DatabaseError)?.message ?? String(describing: error)
    let code = (error as? DatabaseError)?.resultCode
    let remedy: String
    switch code {
    case .SQLITE_BUSY, .SQLITE_LOCKED: remedy = "another program has locked it; close that program (\"fuser \(path)\" shows it)"
    case .SQLITE_READONLY: remedy = "it is not writable; check that its disk is not read-only, and run: chmod u+w \(path)"
    case .SQLITE_NOTADB, .SQLITE_CORRUPT: remedy = Self.damage
    case .SQLITE_MISMATCH: remedy = mismatch
    // The program's own statements are valid, so the tables must be damaged or those of another version.
    case .SQLITE_ERROR where isFromLaterVersion || words.hasPrefix("no such "): remedy = mismatch
    case .SQLITE_CONSTRAINT: remedy = "check the names: one is already in use, or one is missing"
    case .SQLITE_FULL: remedy = "delete files that you do not need"
    case .SQLITE_IOERR: remedy = "check its disk, which may be full, damaged or disconnected"
    default: remedy = "check that its folder exists and that you own it"
    }
    self.init(path: path, reason: "\(words): \(remedy)")
    isLocked = code == .SQLITE_BUSY || code == .SQLITE_LOCKED
  }
}
