package import Foundation

/// A file from an untrusted source, read whole but only up to a limit, so that a huge or endless file uses no memory.
package struct LimitedFile: Sendable {
  /// The reason a file cannot be read.
  package enum Failure: Error, Equatable, Sendable {
    /// The file does not exist, is a folder, is not readable, or is not of the expected kind.
    case unreadable
    /// The file is larger than the limit.
    case tooLarge
  }

  /// The file's path.
  package let path: String
  /// The maximum size in bytes.
  package let limit: Int

  /// Whether a pipe or a device counts as unreadable: opening a pipe without a writer would block.
  private let mustBeRegular: Bool

  /// Creates a reference to a file with a maximum size in bytes.
  ///
  /// - Parameter mustBeRegular: Whether a pipe or a device counts as unreadable, as in a folder to which other programs write.
  package init(path: String, limit: Int, mustBeRegular: Bool = false) {
    self.path = path
    self.limit = limit
    self.mustBeRegular = mustBeRegular
  }

  /// Returns the contents of the file.
  ///
  /// - Throws: `Failure` if the file is unreadable or too large.
  package func contents() throws(Failure) -> Data {
    // Reading also supports a pipe, whose size is only known at its end.
    guard let file = mustBeRegular ? regularFile() : FileHandle(forReadingAtPath: path) else { throw .unreadable }
    defer { try? file.close() }
    let data: Data
    do {
      data = try file.read(upToCount: limit + 1) ?? Data()
    } catch {
      throw .unreadable
    }
    guard data.count <= limit else { throw .tooLarge }
    return data
  }

  /// Opens the file if it is a regular one; the kind is that of the opened file, which nothing can replace meanwhile.
  private func regularFile() -> FileHandle? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return file
  }

  /// Returns the contents of the file, or throws the caller's own error.
  ///
  /// - Throws: The error that `error` returns for the failure.
  package func contents<Reported: Error>(orThrow error: (Failure) -> Reported) throws(Reported) -> Data {
    let failure: Failure
    do throws(Failure) {
      return try contents()
    } catch let caught {
      failure = caught
    }
    throw error(failure)
  }

  /// The reason why the file cannot be read, in words, with a remedy where there is one.
  package var unreadableReason: String {
    var status = stat()
    guard stat(path, &status) == 0 else {
      return errno == ENOENT ? "there is no such file" : "the file cannot be read: \(String(cString: strerror(errno)))"
    }
    if status.st_mode & S_IFMT == S_IFDIR { return "this is a folder, not a file" }
    guard faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) == 0 else {
      return "you may not read the file; " + (status.st_uid == geteuid() ? "type: chmod u+r \(path)" : "ask its owner")
    }
    return "the file cannot be read"
  }

  /// The limit as text for a message, such as "4 MiB".
  package var limitText: String { limit >= 1 << 20 ? "\(limit >> 20) MiB" : "\(limit >> 10) KiB" }
}
