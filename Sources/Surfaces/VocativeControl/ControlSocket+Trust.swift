import Foundation
import ProgramOutput
import Vocative

/// Decides which servers a client trusts. Any user could serve a socket with the expected name and claim that a microphone is
/// muted.
extension ControlSocket {
  /// Checks that another user can't have created the socket's folder.
  ///
  /// - Throws: `ControlSocketError` if the folder is a symbolic link, belongs to another user, or is writable by others.
  func checkFolderAsClient() throws(ControlSocketError) {
    var status = stat()
    // Without a folder there is no socket either; connecting reports that.
    guard lstat(folder, &status) == 0 else { return }
    try checkKind(of: status, .unavailable)
    guard isTrusted(status.st_uid) else {
      throw fault("its folder \(folder) belongs to another user; run this as that user: sudo -u USER vocative status")
    }
    try checkMode(of: status, .unavailable)
  }

  /// Returns whether to trust a server that runs as a user.
  ///
  /// Trusted are this program's user and root. Root also trusts the owner of a folder that only root can have created, such as
  /// the `/run/vocative` that a service manager creates for the service's user.
  func isTrusted(_ user: uid_t) -> Bool {
    if user == geteuid() || user == 0 { return true }
    var status = stat()
    guard geteuid() == 0, lstat(folder, &status) == 0, status.st_uid == user else { return false }
    var parent = ParentFolder.path(of: folder)
    while parent.hasPrefix("/") {
      guard lstat(parent, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == 0, status.st_mode & 0o022 == 0
      else {
        return false
      }
      if parent == "/" { return true }
      parent = ParentFolder.path(of: parent)
    }
    return false
  }

  /// Checks that the folder of a socket to be served belongs to this program's user or root.
  ///
  /// In another user's folder, that user could replace the socket.
  func checkFolderAsServer() throws(ControlSocketError) {
    var status = stat()
    guard lstat(folder, &status) == 0 else { throw fault("its folder \(folder) can't be examined") }
    try checkKind(of: status, .configuration)
    guard status.st_uid == geteuid() || status.st_uid == 0 else {
      throw fault(
        "others can write to its folder \(folder), which another user owns; change its owner to your user and its mode to 0700",
        .configuration)
    }
    try checkMode(of: status, .configuration)
  }

  private func checkKind(of status: stat, _ exitStatus: ExitStatus) throws(ControlSocketError) {
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw fault("\(folder) is a symbolic link or a file; use the folder itself", exitStatus)
    }
  }

  private func checkMode(of status: stat, _ exitStatus: ExitStatus) throws(ControlSocketError) {
    guard status.st_mode & 0o022 == 0 || status.st_mode & S_ISVTX != 0 else {
      throw fault("others can write to its folder \(folder); change its owner to your user and its mode to 0700", exitStatus)
    }
  }
}
