package import Foundation
import ProgramOutput

/// A file with a secret.
///
/// Only its owner may read it; its kind, mode and size are checked before its contents are read. A credential of systemd counts as
/// such a file.
package struct SecretFile: Sendable {
  /// The reason why a secret is not read.
  package enum Failure: Error, Equatable, Sendable {
    /// The file does not exist, or may not be read.
    case unreadable
    /// It is a folder, a pipe or a device.
    case notAFile
    /// It belongs to another user.
    case foreignOwner
    /// Other users may read or change it.
    case shared
    /// It has more bytes than a secret may have.
    case tooLarge
  }

  /// The path of the file.
  package let path: String
  /// The maximum size in bytes.
  package let limit: Int

  /// The folder with the credentials that systemd has loaded for this service; nil without any.
  private let credentials: String?

  /// Creates a reference to a file with a maximum size in bytes.
  package init(
    path: String, limit: Int = 4 << 10, environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    self.path = path
    self.limit = limit
    credentials = environment["CREDENTIALS_DIRECTORY"]
  }

  /// Returns the bytes of the file.
  ///
  /// - Throws: `Failure`.
  package func contents() throws(Failure) -> Data {
    // Opening a pipe without a writer would block.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw .unreadable }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
    guard status.st_uid == geteuid() || status.st_uid == 0 else { throw .foreignOwner }
    guard status.st_mode & 0o077 == 0 || isCredential(status) else { throw .shared }
    guard status.st_size <= limit else { throw .tooLarge }
    let data: Data
    do {
      data = try file.read(upToCount: limit + 1) ?? Data()
    } catch {
      throw .unreadable
    }
    guard data.count <= limit else { throw .tooLarge }
    return data
  }

  /// Returns whether the opened file is a credential of this service.
  ///
  /// An access control list lets the service's user read the file, which belongs to root; its mask is shown as the mode of the group.
  private func isCredential(_ opened: stat) -> Bool {
    guard opened.st_uid == 0, opened.st_mode & 0o7777 & ~0o440 == 0, let credentials else { return false }
    var (file, parent, folder) = (stat(), stat(), stat())
    guard lstat(path, &file) == 0, stat(ParentFolder.path(of: path), &parent) == 0, stat(credentials, &folder) == 0 else {
      return false
    }
    // A link in the folder has another number than the file that it leads to.
    return (file.st_dev, file.st_ino) == (opened.st_dev, opened.st_ino)
      && (parent.st_dev, parent.st_ino) == (folder.st_dev, folder.st_ino)
  }

  /// Returns the fault and its remedy for a message.
  ///
  /// - Parameter kind: The purpose of the file, such as "token".
  package func reason(_ failure: Failure, kind: String) -> String {
    switch failure {
    case .unreadable: "the file does not exist or is not readable"
    case .notAFile: "it is not a file with a \(kind)"
    case .foreignOwner: "it belongs to another user; change its owner to your user"
    case .shared: "others may read it; type: chmod 600 \(path)"
    case .tooLarge: "it is larger than \(LimitedFile(path: path, limit: limit).limitText), which is too much for a \(kind)"
    }
  }

  /// Creates the file with a text, and its folder, if the file does not exist.
  ///
  /// The file is created atomically. If several programs create it, the first one wins.
  ///
  /// - Throws: The error of the system if the file cannot be created.
  package func makeIfMissing(_ text: @autoclosure () -> String) throws(POSIXError) {
    var status = stat()
    guard lstat(path, &status) != 0 else { return }
    let hidden = try temporaryFile(text())
    defer { unlink(hidden) }
    guard link(hidden, path) == 0 || errno == EEXIST else { throw Self.error(errno) }
    ParentFolder.sync(of: path)
  }

  /// Replaces the file with one that contains this text and that only its owner may read.
  ///
  /// - Throws: The error of the system if the file cannot be written.
  package func write(_ text: String) throws(POSIXError) {
    let hidden = try temporaryFile(text)
    guard rename(hidden, path) == 0 else {
      let code = errno
      unlink(hidden)
      throw Self.error(code)
    }
    ParentFolder.sync(of: path)
  }

  /// Writes the text to a file beside this one that only its owner may read; creates the folder if it is missing.
  private func temporaryFile(_ text: String) throws(POSIXError) -> String {
    var code = ParentFolder.make(of: path)
    guard code == 0 else { throw Self.error(code) }
    let hidden = "\(path).\(UUID().uuidString)"
    let descriptor = open(hidden, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw Self.error(errno) }
    do throws(StandardStream.Failure) {
      try StandardStream(descriptor: descriptor).write(text)
      if fsync(descriptor) != 0 { code = errno }
    } catch {
      code = error.code
    }
    close(descriptor)
    guard code == 0 else {
      unlink(hidden)
      throw Self.error(code)
    }
    return hidden
  }

  private static func error(_ code: Int32) -> POSIXError { POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }

  /// Returns a secret that cannot be guessed: 32 hexadecimal digits, 128 bits of the system's random numbers.
  package static func makeSecret() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(generator.next(), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
