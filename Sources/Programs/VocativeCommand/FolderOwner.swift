import Foundation

/// The owner of a folder, as which root works in it: the owner could otherwise make root follow a link there.
struct FolderOwner {
  private let user: uid_t
  private let group: gid_t

  /// Creates the owner of a folder; nil unless root runs this program and the folder belongs to another user.
  init?(of folder: String) {
    var status = stat()
    guard geteuid() == 0, lstat(folder, &status) == 0, status.st_uid != 0 else { return nil }
    (user, group) = (status.st_uid, status.st_gid)
  }

  /// Gives up the rights of root, in the whole process, for those of the owner.
  ///
  /// - Returns: Whether the system allows that.
  func act() -> Bool { setgroups(0, nil) == 0 && setegid(group) == 0 && seteuid(user) == 0 }

  /// Takes the rights of root again.
  func end() {
    seteuid(0)
    setegid(0)
  }
}
