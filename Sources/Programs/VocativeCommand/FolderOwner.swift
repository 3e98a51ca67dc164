import ArgumentParser
import Foundation
import ProgramOutput

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

  /// Writes into the folder of a file as its owner, and takes the rights of root again.
  ///
  /// - Parameter remedy: The remedy if the system does not allow that.
  static func acting(inFolderOf path: String, otherwise remedy: String, _ write: () throws -> Void) throws {
    let owner = FolderOwner(of: ParentFolder.path(of: path))
    guard owner?.act() ?? true else {
      throw ValidationError("\(path): this program cannot act as the folder's owner; \(remedy)")
    }
    defer {
      if owner != nil {
        seteuid(0)
        setegid(0)
      }
    }
    try write()
  }
}
