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

  /// The folder that the service manager makes for the packaged service.
  static let systemFolder = "/run/vocative"

  /// `control` in the folder the service manager made, else in `vocative` in the user's runtime folder by the XDG base directory
  /// specification, else in the user's state folder; for root in `/run/vocative`.
  ///
  /// Never in a folder that every user may write in, such as `/tmp`: another user could have made the socket first.
  public static var user: ControlSocket { ControlSocket(path: userFolder(in: ProcessInfo.processInfo.environment) + "/control") }

  /// Where a client finds a daemon: the user's own, else the system's.
  public static var running: ControlSocket {
    let (user, system) = (user, ControlSocket(path: systemFolder + "/control"))
    let isSystemOnly = !FileManager.default.fileExists(atPath: user.path) && FileManager.default.fileExists(atPath: system.path)
    return isSystemOnly ? system : user
  }

  /// A socket of another name beside that of the daemon's user.
  package static func user(named name: String) -> ControlSocket {
    ControlSocket(path: userFolder(in: ProcessInfo.processInfo.environment) + "/" + name)
  }

  /// The folder of a user's sockets.
  package static func userFolder(in environment: [String: String]) -> String {
    if let folder = BaseFolder.managed("RUNTIME_DIRECTORY", in: environment) { return folder }
    if let folder = BaseFolder.path("XDG_RUNTIME_DIR", in: environment) { return folder + "/vocative" }
    guard geteuid() != 0 else { return systemFolder }
    // Where a program is started without the variable, as by cron, the folder of the login is still there.
    let login = "/run/user/\(geteuid())"
    var status = stat()
    if lstat(login, &status) == 0, status.st_uid == geteuid() { return login + "/vocative" }
    return StateFolder.path(in: environment) + "/run"
  }

  /// Bytes of a path that a socket's address holds.
  private static let longestPath = 107

  /// Takes the place of a socket that nobody serves any more.
  ///
  /// - Parameter bind: Binds a socket to the path it is given, which nobody else can reach.
  /// - Throws: `ControlSocketError` when another program serves it, or it cannot be made.
  package func claim<Bound>(_ bind: (_ path: String) async throws -> Bound) async throws -> (Bound, Claim) {
    guard path.utf8.count <= Self.longestPath - 8 else {
      throw fault("its path is too long for a socket; name one of at most \(Self.longestPath - 8) bytes")
    }
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw fault("its folder cannot be made: \(error.localizedDescription)")
    }
    try checkFolderAsServer()
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

  /// The folder that the socket is in.
  var folder: String { (path as NSString).deletingLastPathComponent }

  func fault(_ reason: String) -> ControlSocketError { ControlSocketError(path: path, reason: reason) }

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
