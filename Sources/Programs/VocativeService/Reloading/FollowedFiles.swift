import Vocative

/// Files that are looked at again and again.
struct FollowedFiles {
  private var used: [String: FileStamp?] = [:]
  private var seen: [String: FileStamp?] = [:]

  /// Follows these files from their present state on, which is the one in use; they need not exist.
  init(_ paths: [String]) { use(paths) }

  /// Follows these files from now on.
  mutating func use(_ paths: [String]) {
    used = Self.stamps(of: paths)
    seen = used
  }

  /// Follows one more file from now on; one that is followed already stays as it is.
  mutating func follow(_ path: String) {
    guard used[path] == nil else { return }
    used[path] = FileStamp(path: path)
    seen[path] = used[path]
  }

  /// Whether a file is another one than was used, and has been so since the last look: one that is still being written can wait.
  mutating func haveChanged() -> Bool {
    let now = Self.stamps(of: Array(used.keys))
    defer { seen = now }
    return now != used && now == seen
  }

  private static func stamps(of paths: [String]) -> [String: FileStamp?] {
    Dictionary(paths.map { ($0, FileStamp(path: $0)) }) { first, _ in first }
  }
}
