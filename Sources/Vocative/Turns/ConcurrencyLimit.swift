import Synchronization

/// A limit for simultaneous tasks or connections on behalf of other programs.
package final class ConcurrencyLimit: Sendable {
  private let free: Mutex<Int>

  /// Creates a limit.
  package init(_ count: Int) { free = Mutex(count) }

  /// Begins a task; returns false if too many are in progress.
  package func begin() -> Bool {
    free.withLock { free in
      guard free > 0 else { return false }
      free -= 1
      return true
    }
  }

  /// Ends a task.
  package func end() { free.withLock { $0 += 1 } }
}
