import LimitedFile

/// Watches files by polling.
struct FollowedFiles {
  private var used: [String: FileStamp?] = [:]
  private var seen: [String: FileStamp?] = [:]

  /// Starts to follow files in their current state; they need not exist.
  init(_ paths: [String]) { use(paths) }

  /// Follows these files from now on.
  mutating func use(_ paths: [String]) {
    used = Self.stamps(of: paths)
    seen = used
  }

  /// Follows one more file from now on, unless it is followed already.
  mutating func follow(_ path: String) {
    guard used[path] == nil else { return }
    used[path] = FileStamp(path: path)
    seen[path] = used[path]
  }

  /// Returns whether a file differs from the version in use and did not change since the last poll, as a file that is still being
  /// written does.
  ///
  /// - Parameter others: The files that would be used now; one that is not followed yet is a change.
  mutating func haveChanged(including others: [String] = []) -> Bool {
    let now = Self.stamps(of: Array(used.keys) + others)
    defer { seen = now }
    return now != used && now == seen
  }

  private static func stamps(of paths: [String]) -> [String: FileStamp?] {
    Dictionary(paths.map { ($0, FileStamp(path: $0)) }) { first, _ in first }
  }
}
