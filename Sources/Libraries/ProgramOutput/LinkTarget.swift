import Foundation

/// The target of a path after all symbolic links.
package enum LinkTarget: Equatable, Sendable {
  /// A file that exists, or could be created there.
  case file(String)
  /// One of this program's own open descriptors, such as `/dev/stdout`.
  case descriptor(Int32)

  /// The maximum number of links, as in Linux.
  private static let maxLinks = 40

  /// Follows the symbolic links of a path's last component; the final target need not exist.
  package init(of path: String) {
    var current = path
    for _ in 0..<Self.maxLinks {
      if let descriptor = Self.descriptor(named: current) {
        self = .descriptor(descriptor)
        return
      }
      guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: current) else { break }
      let folder = ParentFolder.path(of: current)
      current = next.hasPrefix("/") ? next : "\(folder)/\(next)"
    }
    self = .file(current)
  }

  /// Follows the symbolic links of an output path; `-` is standard output.
  package init(ofOutput path: String) {
    self = path == "-" ? .descriptor(STDOUT_FILENO) : LinkTarget(of: path)
  }

  private static func descriptor(named path: String) -> Int32? {
    for folder in ["/dev/fd/", "/proc/self/fd/", "/proc/\(getpid())/fd/"] where path.hasPrefix(folder) {
      return Int32(path.dropFirst(folder.count))
    }
    return nil
  }
}
