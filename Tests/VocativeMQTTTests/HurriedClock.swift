import Synchronization

/// A clock that shortens every sleep to 20 ms and records the requested durations.
final class HurriedClock: Clock, Sendable {
  typealias Instant = ContinuousClock.Instant

  private let lengths = Mutex<Set<Duration>>([])

  /// The requested durations, rounded to seconds.
  var asked: Set<Duration> { lengths.withLock { $0 } }
  var now: Instant { ContinuousClock.now }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let length = Int(((deadline - .now) / .seconds(1)).rounded())
    lengths.withLock { _ = $0.insert(.seconds(length)) }
    try await Task.sleep(for: .milliseconds(20))
  }
}
