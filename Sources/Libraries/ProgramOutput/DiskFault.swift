import Foundation

/// The reasons why a disk does not accept a file.
package enum DiskFault {
  /// Returns why a file or a folder cannot be written, with the remedy.
  ///
  /// - Parameters:
  ///   - code: The system's error number.
  ///   - folder: The folder that must be writable, if the message does not already name it.
  package static func reason(_ code: Int32, in folder: String? = nil) -> String {
    switch code {
    case ENOSPC, EDQUOT: "the disk is full; delete files that you do not need"
    case EROFS: "the disk is read-only; check it, because a damaged disk becomes read-only"
    case EACCES, EPERM:
      folder.map { "you may not write to the folder \($0); change its owner to your user" }
        ?? "you may not write it; change the owner of the folder to your user"
    default: String(cString: strerror(code))
    }
  }
}
