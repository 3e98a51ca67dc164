package import Foundation

/// A file that somebody has named for results: replaced whole or not at all, and written through where it is a pipe or a device.
package struct OutputFile: Sendable {
  /// The file as it was named.
  package let path: String

  /// A file that need not be there yet.
  package init(_ path: String) { self.path = path }

  /// Makes sure that writing would not destroy what is read.
  ///
  /// - Parameter inputs: Files that are read; `-` is standard input.
  /// - Throws: `OutputFileError` when the output is one of them.
  package func check(notAmong inputs: [String]) throws(OutputFileError) {
    guard let own = Self.status(of: path), own.st_mode & S_IFMT == S_IFREG else { return }
    for input in inputs {
      guard let other = Self.status(of: input == "-" ? "/dev/stdin" : input) else { continue }
      guard (other.st_dev, other.st_ino) != (own.st_dev, own.st_ino) else {
        throw OutputFileError(
          code: .isInput, path: path,
          reason: input == path
            ? "this file is read, so it is not written; name another file"
            : "this is the same file as \(input), which is read, so it is not written; name another file")
      }
    }
  }

  /// Writes the file.
  ///
  /// Symbolic links are followed. A regular file is replaced whole or not at all and keeps its permissions; what is not a regular
  /// file stays what it is and is written to.
  ///
  /// - Throws: `OutputFileError` when it cannot be written.
  package func write(_ data: Data) throws(OutputFileError) {
    switch LinkTarget(of: path) {
    case .descriptor(let descriptor):
      try write(data, to: descriptor)
    case .file(let target):
      switch Self.status(of: target).map({ $0.st_mode & S_IFMT }) {
      case S_IFDIR: throw error("this is a folder; name a file in it")
      case nil, S_IFREG: try replace(target, with: data)
      default: try overwrite(target, with: data, flags: 0)
      }
    }
  }

  // MARK: Regular files

  private func replace(_ target: String, with data: Data) throws(OutputFileError) {
    let former = Self.status(of: target)
    let folder = (target as NSString).deletingLastPathComponent
    let draft = (folder.isEmpty ? "." : folder) + "/.\((target as NSString).lastPathComponent.prefix(100)).\(UUID().uuidString)"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      // A file that is one's own may lie in a folder that is not.
      guard former != nil, [EACCES, EPERM, EROFS].contains(errno) else { throw error(system: errno) }
      return try overwrite(target, with: data, flags: O_TRUNC)
    }
    if let former {
      // The owner is kept where that is allowed, and only then the permissions, which may let somebody act as the owner.
      if fchown(descriptor, former.st_uid, former.st_gid) == 0 || former.st_uid == geteuid() {
        fchmod(descriptor, former.st_mode & 0o7777)
      }
    }
    var code = data.withUnsafeBytes { StandardStream.write($0, to: descriptor) }
    if close(descriptor) != 0, code == 0 { code = errno }
    if code == 0, rename(draft, target) != 0 { code = errno }
    guard code != 0 else { return }
    unlink(draft)
    // A file that is mounted by itself, as containers do, cannot be replaced.
    guard code == EBUSY else { throw error(system: code) }
    try overwrite(target, with: data, flags: O_TRUNC)
  }

  // MARK: What stays

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

  // MARK: Faults

  private static func status(of path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }

  private func error(system code: Int32) -> OutputFileError { error("it cannot be written: \(String(cString: strerror(code)))") }

  private func error(_ reason: String) -> OutputFileError { OutputFileError(code: .unwritable, path: path, reason: reason) }
}

/// A file for results that cannot be written.
package struct OutputFileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong.
  package enum Code: Sendable, Equatable {
    /// It is read as well.
    case isInput
    /// The system does not let it be written.
    case unwritable
  }

  /// What is wrong.
  package let code: Code
  /// The file as it was named.
  package let path: String
  /// Why, and what to do where that is known.
  package let reason: String

  /// The file and the reason.
  package var description: String { "\(path): \(reason)" }
}
