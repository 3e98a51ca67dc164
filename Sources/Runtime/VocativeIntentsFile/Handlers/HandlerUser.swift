import Foundation

/// A system user that runs the commands of an intents file, or an app, instead of this program's user.
public struct HandlerUser: Equatable, Sendable {
  /// The user name.
  public let name: String
  package let home: String
  /// The command prefix that switches to the user; empty if it is the user of this program.
  package let prefix: [String]

  /// Looks up a user by name.
  ///
  /// - Parameters:
  ///   - kind: The programs that the user runs, for the reason of a refusal.
  ///   - setting: The setting that names the user.
  /// - Throws: `HandlerUserError` if the user does not exist, or if this program may not switch users.
  public init(
    named name: String, running kind: String = "handlers", setting: String = "handler-user"
  ) throws(HandlerUserError) {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var texts = [CChar](repeating: 0, count: 16_384)
    guard getpwnam_r(name, &entry, &texts, texts.count, &found) == 0, found != nil else {
      throw HandlerUserError(name: name, reason: "there is no such user; \"getent passwd\" lists them")
    }
    guard geteuid() == 0 || entry.pw_uid == geteuid() else {
      throw HandlerUserError(name: name, reason: "only root may run \(kind) as another user; remove \"\(setting)\"")
    }
    self.name = name
    home = entry.pw_dir.map { String(cString: $0) } ?? "/"
    guard entry.pw_uid != geteuid() else {
      prefix = []
      return
    }
    guard let program = CommandHandler.path(ofProgram: "setpriv") else {
      throw HandlerUserError(name: name, reason: "the program setpriv is missing; run: apt-get install util-linux")
    }
    var count = Int32(1024)
    var members = [gid_t](repeating: 0, count: Int(count))
    let groups = getgrouplist(name, entry.pw_gid, &members, &count) >= 0 ? Array(members.prefix(Int(count))) : [entry.pw_gid]
    // The library's own option is not used: in the forked child, glibc's setgroups asks every known thread to change too, and
    // waits forever for a thread that was only starting at the time of the fork.
    prefix = [
      program, "--reuid", "\(entry.pw_uid)", "--regid", "\(entry.pw_gid)", "--groups",
      groups.map(String.init).joined(separator: ","), "--",
    ]
  }

  /// Whether commands need to switch users.
  var isAnother: Bool { !prefix.isEmpty }
}

/// The reason why handlers cannot run as a user.
public struct HandlerUserError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The user name.
  public let name: String
  /// The cause and the remedy.
  public let reason: String

  /// The user name and the cause.
  public var description: String { "handlers cannot run as \"\(name)\": \(reason)" }
}
