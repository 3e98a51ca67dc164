import Foundation

/// A user of the system that commands of an intents file run as, in place of the one this program runs as.
public struct HandlerUser: Equatable, Sendable {
  /// The user's name.
  public let name: String
  let identifier: uid_t
  let group: gid_t
  /// Every group the user is a member of.
  let groups: [gid_t]
  let home: String

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
    identifier = entry.pw_uid
    group = entry.pw_gid
    home = entry.pw_dir.map { String(cString: $0) } ?? "/"
    var count = Int32(1024)
    var members = [gid_t](repeating: 0, count: Int(count))
    groups = getgrouplist(name, entry.pw_gid, &members, &count) >= 0 ? Array(members.prefix(Int(count))) : [entry.pw_gid]
  }

  /// Whether a program has to change users for it.
  var isAnother: Bool { identifier != geteuid() }
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
