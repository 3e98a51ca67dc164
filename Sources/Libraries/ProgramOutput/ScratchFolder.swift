import Foundation

/// The folder for files that a program needs only for a moment.
package enum ScratchFolder {
  /// The path of the folder, with a "/" at its end.
  ///
  /// The runtime folder of the service or of the login is in memory. A full or read-only disk does not matter there, and speech
  /// does not wear out a memory card.
  package static var path: String { path(in: ProcessInfo.processInfo.environment) }

  /// Returns the folder for the given environment variables: the runtime folder of the service, else that of the login, else the
  /// folder for temporary files.
  package static func path(in environment: [String: String]) -> String {
    let folders = ["RUNTIME_DIRECTORY", "XDG_RUNTIME_DIR"].compactMap {
      environment[$0]?.split(separator: ":").first.map(String.init)
    }
    return folders.first(where: isOwn).map { $0 + "/" } ?? NSTemporaryDirectory()
  }

  /// Whether a folder belongs to this user, and files can be created in it; the owner of another one could replace them.
  private static func isOwn(_ folder: String) -> Bool {
    var status = stat()
    guard folder.hasPrefix("/"), stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return false }
    return status.st_uid == geteuid() && access(folder, W_OK | X_OK) == 0
  }
}
