import Foundation

/// Which servers a client believes: anybody could serve a socket of the expected name and pretend that a microphone is muted.
extension ControlSocket {
  /// Checks that no other user can have made the folder of the socket.
  ///
  /// - Throws: `ControlSocketError` if the folder is a symbolic link, belongs to another user, or others may write in it.
  func checkFolderAsClient() throws(ControlSocketError) {
    var status = stat()
    // Without a folder there is no socket either, and connecting says so.
    guard lstat(folder, &status) == 0 else { return }
    try checkKind(of: status)
    guard isTrusted(status.st_uid) else {
      throw fault("its folder \(folder) belongs to another user; run this as that user, as with: sudo -u USER vocative status")
    }
    try checkMode(of: status)
  }

  /// Whether a server that runs as a user is believed.
  ///
  /// Those are this program's user and root. Root also believes the owner of a folder that only root can have made, as a service manager
  /// makes `/run/vocative` for the user of the service.
  func isTrusted(_ user: uid_t) -> Bool {
    if user == geteuid() || user == 0 { return true }
    var status = stat()
    guard geteuid() == 0, lstat(folder, &status) == 0, status.st_uid == user else { return false }
    var parent = (folder as NSString).deletingLastPathComponent
    while parent.hasPrefix("/") {
      guard lstat(parent, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == 0, status.st_mode & 0o022 == 0
      else {
        return false
      }
      if parent == "/" { return true }
      parent = (parent as NSString).deletingLastPathComponent
    }
    return false
  }

  /// Checks that the folder of a socket that is to be served belongs to this program's user or root.
  ///
  /// In a folder of another user's, that user could put a socket of their own in this one's place.
  func checkFolderAsServer() throws(ControlSocketError) {
    var status = stat()
    guard lstat(folder, &status) == 0 else { throw fault("its folder \(folder) cannot be looked at") }
    try checkKind(of: status)
    guard status.st_uid == geteuid() || status.st_uid == 0 else {
      throw fault("others may write in its folder \(folder), which belongs to another user; make it yours, with mode 0700")
    }
    try checkMode(of: status)
  }

  private func checkKind(of status: stat) throws(ControlSocketError) {
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw fault("\(folder) is a symbolic link or a file; name the folder itself")
    }
  }

  private func checkMode(of status: stat) throws(ControlSocketError) {
    guard status.st_mode & 0o022 == 0 || status.st_mode & S_ISVTX != 0 else {
      throw fault("others may write in its folder \(folder); make it yours, with mode 0700")
    }
  }
}
