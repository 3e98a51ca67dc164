import Foundation

/// Lets other tasks and threads run until `condition` holds; false when it still does not after `limit` and many turns.
///
/// Time alone would not do: while other tests decode speech on every core, seconds may pass between two turns. What is waited for is
/// there at once or never, so the limit is only for what never comes, and as long as the slowest machine may need.
public func eventually(
  within limit: Duration = .seconds(300), isolation: isolated (any Actor)? = #isolation, _ condition: () throws -> Bool
) async rethrows -> Bool {
  let deadline = ContinuousClock.now + limit
  var turns = 0
  while turns < 1000 || ContinuousClock.now < deadline {
    if try condition() { return true }
    turns += 1
    await Task.yield()
  }
  return false
}

/// Waits until `condition` holds that can only be asked for; false when it still does not after `limit`.
///
/// For what another thread or program brings about and tells nobody.
public func eventually(
  within limit: Duration = .seconds(300), isolation: isolated (any Actor)? = #isolation, asking condition: () async throws -> Bool
) async throws -> Bool {
  let deadline = ContinuousClock.now + limit
  repeat {
    if try await condition() { return true }
    try await Task.sleep(for: .milliseconds(20))
  } while ContinuousClock.now < deadline
  return try await condition()
}

/// What this process holds open.
public enum OpenFiles {
  /// How many descriptors of this process refer to the file at `path`.
  public static func count(of path: String) -> Int {
    let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return descriptors.count { (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path }
  }
}

/// What this process occupies.
public enum ResidentMemory {
  /// Whether it says anything: a sanitizer keeps what is freed for a while, and pages of its own for each of the program's.
  public static var isMeasurable: Bool {
    ["__asan_init", "__tsan_init"].allSatisfy { (symbol: String) in dlsym(nil, symbol) == nil }
  }

  /// Bytes of memory in use now, as the kernel counts them.
  public static func byteCount() throws -> Int {
    let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
    guard pages.count > 1, let resident = Int(pages[1]) else { throw CocoaError(.fileReadCorruptFile) }
    return resident * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
