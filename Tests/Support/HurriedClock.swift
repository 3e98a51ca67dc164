import Synchronization

/// A clock on which every sleep ends soon, and is counted.
public final class HurriedClock: Clock, Sendable {
  /// A time on this clock.
  public typealias Instant = ContinuousClock.Instant

  private let sleeps = Mutex((count: 0, lengths: Set<Duration>()))
  private let pause: Duration

  /// Creates a clock.
  ///
  /// - Parameter pause: The real length of a sleep.
  public init(pause: Duration = .milliseconds(1)) { self.pause = pause }

  /// The number of sleeps that have begun.
  public var sleepCount: Int { sleeps.withLock { $0.count } }
  /// The requested durations, rounded to seconds.
  public var asked: Set<Duration> { sleeps.withLock { $0.lengths } }
  /// The current time.
  public var now: Instant { ContinuousClock.now }
  /// The minimum resolution: zero.
  public var minimumResolution: Duration { .zero }

  /// Waits for the pause, regardless of the deadline.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let length = Int(((deadline - .now) / .seconds(1)).rounded())
    sleeps.withLock {
      $0.count += 1
      $0.lengths.insert(.seconds(length))
    }
    try await Task.sleep(for: pause)
  }
}
