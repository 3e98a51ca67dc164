import Synchronization

/// So many things may be done for others on the broker at a time, and no more.
final class RequestPlaces: Sendable {
  private let free: Mutex<Int>

  init(_ count: Int) { free = Mutex(count) }

  /// Takes a place; false where there is none.
  func take() -> Bool {
    free.withLock { free in
      guard free > 0 else { return false }
      free -= 1
      return true
    }
  }

  func giveBack() { free.withLock { $0 += 1 } }
}
