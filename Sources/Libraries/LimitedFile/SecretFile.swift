package import Foundation

/// A file with a secret: only its owner may read it, and it is looked at before any of it is read.
package struct SecretFile: Sendable {
  /// Why a secret is not read.
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

  /// Where the file is.
  package let path: String
  /// Bytes it may have.
  package let limit: Int

  /// A file that may have so many bytes.
  package init(path: String, limit: Int = 4 << 10) {
    self.path = path
    self.limit = limit
  }

  /// The bytes of the file.
  ///
  /// - Throws: `Failure`.
  package func contents() throws(Failure) -> Data {
    // A pipe that nobody writes to would be waited for.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw .unreadable }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
    guard status.st_uid == geteuid() || status.st_uid == 0 else { throw .foreignOwner }
    guard status.st_mode & 0o077 == 0 else { throw .shared }
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

  /// What is wrong with a file and what to do, as messages have it.
  ///
  /// - Parameter kind: What the file is for, such as "token".
  package func reason(_ failure: Failure, kind: String) -> String {
    switch failure {
    case .unreadable: "there is no such file, or it may not be read"
    case .notAFile: "it is not a file with a \(kind)"
    case .foreignOwner: "it belongs to another user; make it yours"
    case .shared: "others may read it; type: chmod 600 \(path)"
    case .tooLarge: "it is larger than \(LimitedFile(path: path, limit: limit).limitText), which is too much for a \(kind)"
    }
  }

  /// Makes the file with a text, if there is none yet; its folder too.
  ///
  /// The file appears whole, and the first of several programs makes it.
  ///
  /// - Throws: What the system says if it cannot be made.
  package func makeIfMissing(_ text: @autoclosure () -> String) throws {
    var status = stat()
    guard lstat(path, &status) != 0 else { return }
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    let hidden = try temporaryFile(text())
    defer { unlink(hidden) }
    guard link(hidden, path) == 0 || errno == EEXIST else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  /// Replaces the file by one with this text, which only its owner may read.
  ///
  /// - Throws: What the system says if it cannot be written.
  package func write(_ text: String) throws {
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    let hidden = try temporaryFile(text)
    guard rename(hidden, path) == 0 else {
      let code = errno
      unlink(hidden)
      throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
    }
  }

  /// A file beside this one with the text, which nobody else may read.
  private func temporaryFile(_ text: String) throws -> String {
    let hidden = "\(path).\(UUID().uuidString)"
    let descriptor = open(hidden, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      try file.write(contentsOf: Data(text.utf8))
      try file.synchronize()
    } catch {
      unlink(hidden)
      throw error
    }
    return hidden
  }

  /// A secret that cannot be guessed: 32 hexadecimal digits, 128 bits of the system's random numbers.
  package static func makeSecret() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(generator.next(), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
