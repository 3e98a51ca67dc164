import Foundation
public import Vocative

/// The Unix socket a daemon is controlled through.
public struct ControlSocket: Equatable, Sendable {
  /// Where it is, or will be.
  public let path: String

  /// A socket at a path.
  public init(path: String) {
    self.path = path
  }

  /// `control` in the folder the service manager made, else in `vocative` in the user's runtime folder by the XDG base directory
  /// specification, else in a folder of the user's in `/tmp`.
  public static var user: ControlSocket { ControlSocket(path: userFolder + "/control") }

  /// Where a client finds a daemon: the user's own, else the system's.
  public static var running: ControlSocket {
    let system = "/run/vocative/control"
    let isSystemOnly = !FileManager.default.fileExists(atPath: user.path) && FileManager.default.fileExists(atPath: system)
    return isSystemOnly ? ControlSocket(path: system) : user
  }

  private static var userFolder: String {
    let environment = ProcessInfo.processInfo.environment
    if let folder = BaseFolder.managed("RUNTIME_DIRECTORY", in: environment) { return folder }
    return BaseFolder.path("XDG_RUNTIME_DIR", in: environment).map { $0 + "/vocative" } ?? "/tmp/vocative-\(getuid())"
  }

  /// Bytes of a path that a socket's address holds.
  private static let longestPath = 107

  /// Takes the place of a socket that nobody serves any more.
  ///
  /// - Parameter bind: Binds a socket to the path it is given, which nobody else can reach.
  /// - Throws: `ControlSocketError` when another program serves it, or it cannot be made.
  package func claim<Bound>(_ bind: (_ path: String) async throws -> Bound) async throws -> (Bound, Claim) {
    let folder = (path as NSString).deletingLastPathComponent
    guard path.utf8.count <= Self.longestPath - 8 else {
      throw fault("its path is too long for a socket; name one of at most \(Self.longestPath - 8) bytes")
    }
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw fault("its folder cannot be made: \(error.localizedDescription)")
    }
    try checkFolder(folder)
    let claim = Claim(path: path, lock: try lock())
    do {
      var status = stat()
      if lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFSOCK {
        throw fault("there is something else in its place; name another socket, or remove that")
      }
      // Bound where only this user can reach it, given its mode there, and renamed into its place as it is.
      var template = Array((folder + "/.XXXXXX").utf8CString)
      guard mkdtemp(&template) != nil else {
        throw fault("nothing can be made in its folder: \(String(cString: strerror(errno)))")
      }
      let hidden = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
      defer { rmdir(hidden) }
      let bound = try await bind(hidden + "/s")
      guard chmod(hidden + "/s", 0o600) == 0, rename(hidden + "/s", path) == 0 else {
        throw fault("it cannot be put in its place: \(String(cString: strerror(errno)))")
      }
      return (bound, claim)
    } catch {
      claim.release(removing: false)
      throw error
    }
  }

  /// In a folder of somebody else's, he could put a socket of his own in this one's place.
  private func checkFolder(_ folder: String) throws(ControlSocketError) {
    var status = stat()
    guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return }
    guard status.st_uid == getuid() || status.st_uid == 0, status.st_mode & 0o022 == 0 || status.st_mode & S_ISVTX != 0 else {
      throw fault("others may write in its folder \(folder); make it yours, with mode 0700")
    }
  }

  /// A lock that is gone with the process that holds it, whatever becomes of that.
  private func lock() throws(ControlSocketError) -> Int32 {
    let descriptor = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw fault("\(path).lock cannot be made: \(String(cString: strerror(errno)))") }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw fault("another vocatived serves it; stop that one, or name another socket")
    }
    return descriptor
  }

  private func fault(_ reason: String) -> ControlSocketError { ControlSocketError(path: path, reason: reason) }

  /// A socket that is this process's own.
  package struct Claim: Sendable {
    let path: String
    let lock: Int32

    /// Lets it go; with `removing` set, the socket is gone too.
    package func release(removing: Bool = true) {
      if removing { unlink(path) }
      close(lock)
    }
  }
}

/// A control socket that cannot be served, or that nobody serves.
public struct ControlSocketError: Error, Equatable, Sendable, CustomStringConvertible, ExitStatusProviding {
  /// The socket.
  public let path: String
  /// What is wrong and what to do.
  public let reason: String

  /// The socket and the reason.
  public var description: String { "\(path): \(reason)" }
  /// Without it nothing can be controlled.
  public var exitStatus: ExitStatus { .unavailable }
}
