import Foundation
import ProgramOutput
public import Vocative

/// The Unix socket that controls a daemon.
public struct ControlSocket: Equatable, Sendable {
  /// The socket's path.
  public let path: String

  /// Creates a socket at a path.
  public init(path: String) {
    self.path = path
  }

  /// The folder that the service manager creates for the packaged service.
  package static let systemFolder = "/run/vocative"

  /// Returns the default socket of a daemon: `control` in the folder that the service manager created, else in `vocative` in the
  /// user's runtime folder by the XDG base directory specification, else in the user's state folder; for root in `/run/vocative`
  /// unless another user owns it.
  ///
  /// The folder is never writable by every user, as `/tmp` is: another user could create the socket first.
  public static var user: ControlSocket { ControlSocket(path: userFolder(in: ProcessInfo.processInfo.environment) + "/control") }

  /// Returns the socket on which a client finds a daemon: the user's own if it exists, else the system's.
  public static var running: ControlSocket {
    let (user, system) = (user, ControlSocket(path: systemFolder + "/control"))
    let isSystemOnly = !FileManager.default.fileExists(atPath: user.path) && FileManager.default.fileExists(atPath: system.path)
    return isSystemOnly ? system : user
  }

  /// Returns a socket with another name in the folder of the daemon's socket.
  package static func user(named name: String) -> ControlSocket {
    ControlSocket(path: userFolder(in: ProcessInfo.processInfo.environment) + "/" + name)
  }

  /// Returns the folder of a user's sockets.
  ///
  /// - Parameter system: The folder for root. While the packaged service runs, it belongs to the service's user, who could replace
  ///   a socket of root.
  package static func userFolder(in environment: [String: String], system: String = systemFolder) -> String {
    if let folder = BaseFolder.managed("RUNTIME_DIRECTORY", in: environment) { return folder }
    if let folder = BaseFolder.path("XDG_RUNTIME_DIR", in: environment) { return folder + "/vocative" }
    var status = stat()
    if geteuid() == 0 {
      let isOthers = lstat(system, &status) == 0 && status.st_uid != 0
      return isOthers ? StateFolder.path(in: environment) + "/run" : system
    }
    // Programs started without the variable, for example by cron, still find the login session's folder.
    let login = "/run/user/\(geteuid())"
    if lstat(login, &status) == 0, status.st_uid == geteuid() { return login + "/vocative" }
    return StateFolder.path(in: environment) + "/run"
  }

  /// The maximum length in bytes of a path in a socket address.
  static let maxPathBytes = 107

  /// Replaces a socket that is not served any more.
  ///
  /// - Parameter bind: Binds a socket to the given path, which other users can't reach.
  ///
  /// - Throws: `ControlSocketError` if another program serves the socket, or it can't be created.
  package func claim<Bound>(_ bind: (_ path: String) async throws -> Bound) async throws -> (Bound, Claim) {
    guard path.utf8.count <= Self.maxPathBytes - 8 else {
      throw fault("its path is too long for a socket; use one of at most \(Self.maxPathBytes - 8) bytes", .configuration)
    }
    let code = ParentFolder.make(of: path)
    guard code == 0 else { throw fault("its folder \(folder) can't be created", code) }
    try checkFolderAsServer()
    let claim = Claim(path: path, lock: try lock())
    do {
      var status = stat()
      if lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFSOCK {
        throw fault("another file is in its place; use another socket, or remove the file", .configuration)
      }
      // The socket is bound and gets its mode in a private folder, and is then renamed into place.
      var template = Array((folder + "/.XXXXXX").utf8CString)
      guard mkdtemp(&template) != nil else {
        let code = errno
        throw fault("its folder \(folder) isn't writable", code)
      }
      let hidden = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
      defer { rmdir(hidden) }
      let bound = try await bind(hidden + "/s")
      guard chmod(hidden + "/s", 0o600) == 0, rename(hidden + "/s", path) == 0 else {
        let code = errno
        throw fault("it can't be moved into place", code)
      }
      return (bound, claim)
    } catch {
      claim.release(removing: false)
      throw error
    }
  }

  /// Takes a lock that the kernel releases when the process ends, for any reason.
  private func lock() throws(ControlSocketError) -> Int32 {
    let descriptor = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      let code = errno
      throw fault("\(path).lock can't be created", code)
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw fault("another vocatived serves it; stop that one, or use another socket")
    }
    return descriptor
  }

  /// The folder that the socket is in.
  var folder: String { ParentFolder.path(of: path) }

  func fault(_ reason: String, _ exitStatus: ExitStatus = .unavailable) -> ControlSocketError {
    ControlSocketError(path: path, reason: reason, exitStatus: exitStatus)
  }

  /// Returns the error of a file that the system does not create, with the remedy.
  private func fault(_ reason: String, _ code: Int32) -> ControlSocketError {
    // A service manager starts the daemon again after a fault that may end by itself; any other one needs another socket or owner.
    switch code {
    case ENOSPC, EDQUOT: fault("\(reason): \(DiskFault.reason(code))")
    case EIO, EINTR, EMFILE, ENFILE, ENOMEM: fault("\(reason): \(String(cString: strerror(code)))")
    default:
      fault(
        "\(reason): \(String(cString: strerror(code))); use another socket, or a folder that your user owns and may write",
        .configuration)
    }
  }

  /// A socket that this process owns.
  package struct Claim: Sendable {
    let path: String
    let lock: Int32

    /// Releases the socket; with `removing`, its file is deleted too.
    package func release(removing: Bool = true) {
      if removing { unlink(path) }
      close(lock)
    }
  }
}

/// An error about a control socket that can't be served or reached.
public struct ControlSocketError: Error, Equatable, Sendable, CustomStringConvertible, ExitStatusProviding {
  /// The socket.
  public let path: String
  /// The problem and its remedy.
  public let reason: String
  /// Whether no daemon serves the socket.
  public let isNotServed: Bool
  /// The exit status is `configuration` if the socket can't be served until its path or its folder is changed, else `unavailable`.
  public let exitStatus: ExitStatus

  /// Creates an error about a socket.
  init(path: String, reason: String, isNotServed: Bool = false, exitStatus: ExitStatus = .unavailable) {
    (self.path, self.reason, self.isNotServed, self.exitStatus) = (path, reason, isNotServed, exitStatus)
  }

  /// The socket and the reason.
  public var description: String { "\(path): \(reason)" }
}
