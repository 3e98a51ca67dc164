package import Foundation

/// An output file chosen by the user: replaced atomically if it is a regular file, written through if it is a pipe or a device.
package struct OutputFile: Sendable {
  /// The path as given by the user.
  package let path: String

  /// Creates a reference to a file that need not exist yet.
  ///
  /// - Parameter path: The path; `-` is standard output, and `./-` a file of that name.
  package init(_ path: String) { self.path = path }

  /// Checks that writing would not destroy an input.
  ///
  /// - Parameter inputs: The input files; `-` is standard input.
  /// - Throws: `OutputFileError` if the output is one of them.
  package func check(notAmong inputs: [String]) throws(OutputFileError) {
    guard let own = Self.status(of: path == "-" ? "/dev/stdout" : path), own.st_mode & S_IFMT == S_IFREG else { return }
    for input in inputs {
      guard let other = Self.status(of: input == "-" ? "/dev/stdin" : input) else { continue }
      guard (other.st_dev, other.st_ino) != (own.st_dev, own.st_ino) else {
        throw OutputFileError(
          code: .isInput, path: path,
          reason: input == path
            ? "this is also an input file; choose another output file"
            : "this is the same file as the input \(input); choose another output file")
      }
    }
  }

  /// Writes the file.
  ///
  /// Symbolic links are followed. A regular file is replaced atomically, also in a power cut, and keeps its permissions; any
  /// other kind of file is kept and written to.
  ///
  /// - Parameter mode: The permissions of a new file, before the system removes those of the program's mask.
  /// - Throws: `OutputFileError` if the file cannot be written.
  package func write(_ data: Data, mode: mode_t = 0o666) throws(OutputFileError) {
    switch LinkTarget(ofOutput: path) {
    case .descriptor(let descriptor):
      try write(data, to: descriptor)
    case .file(let target):
      var status = stat()
      // A link that leads to itself must not be replaced.
      let code = stat(target, &status) == 0 ? 0 : errno
      guard code == 0 || code == ENOENT else { throw error(system: code) }
      switch code == 0 ? status.st_mode & S_IFMT : nil {
      case S_IFDIR: throw error("this is a folder; choose a file in it")
      case nil, S_IFREG: try replace(target, with: data, mode: mode)
      default: try overwrite(target, with: data, flags: 0)
      }
    }
  }

  /// Writes the file as `write(_:mode:)` does, and creates its folder if it is missing, which only its owner may open.
  ///
  /// - Throws: `OutputFileError` if the folder cannot be created, or the file cannot be written.
  package func writeMakingFolder(_ data: Data, mode: mode_t = 0o666) throws(OutputFileError) {
    let code = ParentFolder.make(of: path)
    guard code == 0 else { throw error(system: code) }
    try write(data, mode: mode)
  }

  // MARK: Regular files

  private func replace(_ target: String, with data: Data, mode: mode_t) throws(OutputFileError) {
    let former = Self.status(of: target)
    let folder = ParentFolder.path(of: target)
    let draft = folder + "/.\((target as NSString).lastPathComponent.prefix(100)).\(UUID().uuidString)"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else {
      // The user may own a file in a folder that they cannot write to.
      guard former != nil, [EACCES, EPERM, EROFS].contains(errno) else { throw error(system: errno) }
      return try overwrite(target, with: data, flags: O_TRUNC)
    }
    if let former {
      // Restores the owner if that is allowed, and only then the permissions, which could otherwise grant access to the wrong
      // user.
      if fchown(descriptor, former.st_uid, former.st_gid) == 0 || former.st_uid == geteuid() {
        fchmod(descriptor, former.st_mode & 0o7777)
      }
    }
    var code = data.withUnsafeBytes { StandardStream.write($0, to: descriptor) }
    // Without this, a power cut soon after the renaming could leave an empty file. Some file systems do not support it.
    if code == 0, fsync(descriptor) != 0, ![EINVAL, ENOSYS].contains(errno) { code = errno }
    if close(descriptor) != 0, code == 0 { code = errno }
    if code == 0, rename(draft, target) != 0 { code = errno }
    guard code != 0 else { return ParentFolder.sync(of: target) }
    unlink(draft)
    // A file that is itself a mount point, as in containers, cannot be replaced.
    guard code == EBUSY else { throw error(system: code) }
    try overwrite(target, with: data, flags: O_TRUNC)
  }

  // MARK: Special files

  private func overwrite(_ target: String, with data: Data, flags: Int32) throws(OutputFileError) {
    let descriptor = open(target, O_WRONLY | O_CLOEXEC | O_NOCTTY | flags)
    guard descriptor >= 0 else { throw error(system: errno) }
    defer { close(descriptor) }
    try write(data, to: descriptor)
  }

  private func write(_ data: Data, to descriptor: Int32) throws(OutputFileError) {
    let code = data.withUnsafeBytes { StandardStream.write($0, to: descriptor) }
    if code != 0 { throw error(system: code) }
  }

  // MARK: Errors

  private static func status(of path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }

  private func error(system code: Int32) -> OutputFileError {
    error("the file cannot be written: \(String(cString: strerror(code)))", system: code)
  }

  private func error(_ reason: String, system: Int32? = nil) -> OutputFileError {
    OutputFileError(code: .unwritable, path: path, reason: reason, system: system)
  }
}

/// An error of an output file.
package struct OutputFileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of the error.
  package enum Code: Sendable, Equatable {
    /// The file is also an input.
    case isInput
    /// The system does not allow writing.
    case unwritable
  }

  /// The kind of the error.
  package let code: Code
  /// The path as given by the user.
  package let path: String
  /// The reason, with a remedy if there is one.
  package let reason: String
  /// The system's error number; nil if the system has not refused to write.
  package var system: Int32?

  /// The reason for a file that the program has chosen itself, with the remedy.
  package var diskReason: String { system.map { DiskFault.reason($0) } ?? reason }

  /// The file and the reason.
  package var description: String { "\(path): \(reason)" }
}
