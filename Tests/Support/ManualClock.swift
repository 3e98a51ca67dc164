import Synchronization

/// A clock that only advances when a test advances it.
public final class ManualClock: Clock, Sendable {
  /// A time on this clock.
  public struct Instant: InstantProtocol {
    var offset: Duration

    /// Returns the instant later by a duration.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// Returns the duration to another instant.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Whether an instant is before another.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let offset = Mutex(Duration.zero)

  /// Creates a clock at its start.
  public init() {}

  /// The time since the start.
  public var elapsed: Duration { offset.withLock { $0 } }
  /// The current time.
  public var now: Instant { Instant(offset: elapsed) }
  /// The minimum resolution: zero.
  public var minimumResolution: Duration { .zero }

  /// Advances the clock.
  public func advance(by duration: Duration) { offset.withLock { $0 += duration } }

  /// Waits until the task is cancelled, because the clock does not advance by itself.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await Task.sleep(for: .seconds(24 * 3600))
  }
}
