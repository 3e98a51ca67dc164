import Foundation

/// Yields to other tasks and threads until `condition` holds; returns false if it does not hold after `limit` and many turns.
///
/// After a thousand turns it pauses between turns: what the condition waits for may need this processor, as a program that writes to
/// the disk needs the kernel's threads.
///
/// Time alone would not be enough: while other tests decode speech on every core, seconds may pass between two turns. The
/// condition holds soon or never, so the limit only ends failing tests, and is long enough for the slowest machine.
public func eventually(
  within limit: Duration = .seconds(300), isolation: isolated (any Actor)? = #isolation, _ condition: () throws -> Bool
) async rethrows -> Bool {
  let deadline = ContinuousClock.now + limit
  var turns = 0
  while turns < manyTurns || ContinuousClock.now < deadline {
    if try condition() { return true }
    turns += 1
    if turns < manyTurns { await Task.yield() } else { try? await Task.sleep(for: .milliseconds(1)) }
  }
  return false
}

private let manyTurns = 1000

/// Polls until `condition` holds; returns false if it does not hold after `limit`.
///
/// For effects of another thread or program that does not notify the test.
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

/// The open files of this process.
public enum OpenFiles {
  /// Returns the number of this process's descriptors for the file at `path`.
  public static func count(of path: String) -> Int {
    let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return descriptors.count { (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path }
  }
}

/// The memory of this process.
public enum ResidentMemory {
  /// Whether measurements are meaningful: a sanitizer delays freeing memory and adds pages of its own.
  public static var isMeasurable: Bool {
    ["__asan_init", "__tsan_init"].allSatisfy { (symbol: String) in dlsym(nil, symbol) == nil }
  }

  /// Returns the resident memory in bytes, as counted by the kernel.
  public static func byteCount() throws -> Int {
    let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
    guard pages.count > 1, let resident = Int(pages[1]) else { throw CocoaError(.fileReadCorruptFile) }
    return resident * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
