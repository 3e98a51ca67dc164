import Foundation

/// What a path names in the end.
package enum LinkTarget: Equatable, Sendable {
  /// A file that is there, or could be made there.
  case file(String)
  /// One of this program's own open descriptors, as `/dev/stdout` names one.
  case descriptor(Int32)

  /// As many as Linux follows.
  private static let maxLinks = 40

  /// Follows the symbolic links of a path's last component, also to a file that is not there yet.
  package init(of path: String) {
    var current = path
    for _ in 0..<Self.maxLinks {
      if let descriptor = Self.descriptor(named: current) {
        self = .descriptor(descriptor)
        return
      }
      guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: current) else { break }
      let folder = (current as NSString).deletingLastPathComponent
      current = next.hasPrefix("/") || folder.isEmpty ? next : "\(folder)/\(next)"
    }
    self = .file(current)
  }

  private static func descriptor(named path: String) -> Int32? {
    for folder in ["/dev/fd/", "/proc/self/fd/", "/proc/\(getpid())/fd/"] where path.hasPrefix(folder) {
      return Int32(path.dropFirst(folder.count))
    }
    return nil
  }
}
