import Synchronization

/// A limit for simultaneous tasks on behalf of broker clients.
final class RequestPlaces: Sendable {
  private let free: Mutex<Int>

  init(_ count: Int) { free = Mutex(count) }

  /// Reserves a place; returns false if none is free.
  func take() -> Bool {
    free.withLock { free in
      guard free > 0 else { return false }
      free -= 1
      return true
    }
  }

  func giveBack() { free.withLock { $0 += 1 } }
}
