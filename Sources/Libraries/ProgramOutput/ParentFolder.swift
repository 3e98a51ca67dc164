import Foundation
import SystemPackage

/// The folder of a file.
package enum ParentFolder {
  /// Returns the folder of a path; "." for a name only.
  ///
  /// Foundation's `deletingLastPathComponent` of `NSString` crashes with a name of one character.
  package static func path(of file: String) -> String {
    let folder = FilePath(file).removingLastComponent()
    return folder.isEmpty ? "." : folder.string
  }

  /// Returns the nearest folder above a path that exists, in which a missing one would be created.
  package static func existing(of file: String) -> String {
    let folder = path(of: file)
    return folder == "." || folder == "/" || FileManager.default.fileExists(atPath: folder) ? folder : existing(of: folder)
  }

  /// Creates the folder of a path with the missing folders above it, which only their owner may open.
  ///
  /// - Returns: The system's error number, or 0.
  package static func make(of file: String) -> Int32 {
    let folder = path(of: file)
    var code = mkdir(folder, 0o700) == 0 ? 0 : errno
    if code == ENOENT, folder != "." {
      code = make(of: folder)
      if code == 0, mkdir(folder, 0o700) != 0 { code = errno }
    }
    guard code == EEXIST else { return code }
    var status = stat()
    guard stat(folder, &status) == 0 else { return errno }
    return status.st_mode & S_IFMT == S_IFDIR ? 0 : ENOTDIR
  }

  /// Makes the creation or the renaming of a file survive a power cut; the file is complete even without that.
  package static func sync(of file: String) {
    let descriptor = open(path(of: file), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
