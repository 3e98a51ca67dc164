import Foundation

/// Identifies one state of a file; a file that is renamed into place counts as a new state.
package struct FileStamp: Equatable, Sendable, CustomStringConvertible {
  private let device: UInt64
  private let file: UInt64
  private let size: Int64
  private let seconds: Int
  private let nanoseconds: Int
  /// Whether this program may read the file, which a change of its permissions decides, not one of its contents.
  private let isReadable: Bool

  /// The identity of the contents, which is stored with messages: it must stay as it is.
  package var description: String {
    "FileStamp(device: \(device), file: \(file), size: \(size), seconds: \(seconds), nanoseconds: \(nanoseconds))"
  }

  /// Creates the stamp of a file's current state; nil if the file does not exist.
  package init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(status.st_dev)
    file = UInt64(status.st_ino)
    size = Int64(status.st_size)
    seconds = Int(status.st_mtim.tv_sec)
    nanoseconds = Int(status.st_mtim.tv_nsec)
    isReadable = faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) == 0
  }
}
