import Foundation

/// A user of the system that commands of an intents file run as, in place of the one this program runs as.
public struct HandlerUser: Equatable, Sendable {
  /// The user's name.
  public let name: String
  let home: String
  /// What runs the command behind it as the user; nothing where that is whom this program runs as.
  let prefix: [String]

  /// A user by name.
  ///
  /// - Throws: `HandlerUserError` when there is no such user, or this program may not run anything as another.
  public init(named name: String) throws(HandlerUserError) {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var texts = [CChar](repeating: 0, count: 16_384)
    guard getpwnam_r(name, &entry, &texts, texts.count, &found) == 0, found != nil else {
      throw HandlerUserError(name: name, reason: "there is no such user; \"getent passwd\" lists them")
    }
    guard geteuid() == 0 || entry.pw_uid == geteuid() else {
      throw HandlerUserError(name: name, reason: "only root may run handlers as another user; leave \"handler-user\" out")
    }
    self.name = name
    home = entry.pw_dir.map { String(cString: $0) } ?? "/"
    guard entry.pw_uid != geteuid() else {
      prefix = []
      return
    }
    guard let program = CommandHandler.path(ofProgram: "setpriv") else {
      throw HandlerUserError(name: name, reason: "the program setpriv is missing; type: apt-get install util-linux")
    }
    var count = Int32(1024)
    var members = [gid_t](repeating: 0, count: Int(count))
    let groups = getgrouplist(name, entry.pw_gid, &members, &count) >= 0 ? Array(members.prefix(Int(count))) : [entry.pw_gid]
    // Not by the library's options: in the copy of this process that becomes the command, glibc's setgroups asks every thread it knows of
    // to change too, and waits for ever for one that had only begun when the copy was made.
    prefix = [
      program, "--reuid", "\(entry.pw_uid)", "--regid", "\(entry.pw_gid)", "--groups",
      groups.map(String.init).joined(separator: ","), "--",
    ]
  }

  /// Whether a program has to change users for it.
  var isAnother: Bool { !prefix.isEmpty }
}

/// A user that handlers cannot run as.
public struct HandlerUserError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The user's name.
  public let name: String
  /// What is wrong and what to do.
  public let reason: String

  /// The name and the reason.
  public var description: String { "handlers cannot run as \"\(name)\": \(reason)" }
}
