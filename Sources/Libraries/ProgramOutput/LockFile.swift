import Foundation

/// A file whose lock one holder has at a time, among all programs; the system releases it if a program ends.
///
/// It stands beside the file or the work that it protects, because a change may replace a file itself.
package final class LockFile: Sendable {
  private let path: String
  private let descriptor: Int32

  /// Opens the file, and creates it with its folder if they are missing.
  ///
  /// - Throws: `OutputFileError` if the file cannot be opened.
  package init(path: String) throws(OutputFileError) {
    self.path = path
    var code = ParentFolder.make(of: path)
    // Read access suffices for a lock, so that the owner can use a file that root has created in the folder.
    descriptor = code == 0 ? open(path, O_RDONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644) : -1
    guard descriptor < 0 else { return }
    if code == 0 { code = errno }
    throw Self.error(of: path, "cannot be created", code)
  }

  deinit { close(descriptor) }

  /// Waits for the lock, which others hold for milliseconds.
  ///
  /// - Throws: `OutputFileError` if the file system has no locks.
  package func lock() throws(OutputFileError) {
    while flock(descriptor, LOCK_EX) != 0 {
      // A signal has interrupted it.
      guard errno == EINTR else { throw Self.error(of: path, "cannot be locked", errno) }
    }
  }

  /// Takes the lock if no other holder has it, and returns whether this one has it.
  ///
  /// - Throws: `OutputFileError` if the file system has no locks.
  package func tryLock() throws(OutputFileError) -> Bool {
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
    guard [EWOULDBLOCK, EINTR].contains(errno) else { throw Self.error(of: path, "cannot be locked", errno) }
    return false
  }

  /// Releases the lock.
  package func unlock() { flock(descriptor, LOCK_UN) }

  private static func error(of path: String, _ fault: String, _ code: Int32) -> OutputFileError {
    OutputFileError(code: .unwritable, path: path, reason: "\(fault): \(DiskFault.reason(code))", system: code)
  }
}
