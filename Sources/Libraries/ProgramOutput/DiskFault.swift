import Foundation

/// The reasons why a disk does not accept a file.
package enum DiskFault {
  /// Returns why a file or a folder cannot be written, with the remedy.
  ///
  /// - Parameter code: The system's error number.
  package static func reason(_ code: Int32) -> String {
    switch code {
    case ENOSPC, EDQUOT: "the disk is full; delete files that you do not need"
    case EROFS: "the disk is read-only; check it, because a damaged disk becomes read-only"
    case EACCES, EPERM: "you may not write it; change the owner of the folder to your user"
    default: String(cString: strerror(code))
    }
  }
}
