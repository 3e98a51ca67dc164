import Synchronization

/// A clock that stands still until it is put forward.
public final class ManualClock: Clock, Sendable {
  /// A time on this clock.
  public struct Instant: InstantProtocol {
    var offset: Duration

    /// The time this much later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// How much later another time is.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Whether a time is before another.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let offset = Mutex(Duration.zero)

  /// A clock at its beginning.
  public init() {}

  /// The time since the beginning.
  public var elapsed: Duration { offset.withLock { $0 } }
  /// The time it is.
  public var now: Instant { Instant(offset: elapsed) }
  /// Any time can be told.
  public var minimumResolution: Duration { .zero }

  /// Puts it forward.
  public func advance(by duration: Duration) { offset.withLock { $0 += duration } }

  /// Waits until the task is cancelled: no limit is reached on a clock that stands still.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await Task.sleep(for: .seconds(24 * 3600))
  }
}
