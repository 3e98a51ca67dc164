/// A monotonic clock for a capture thread, which may block.
///
/// Changes of the date do not affect it, and it continues while the system sleeps.
public struct CaptureClock: Sendable {
  /// Returns the time since an arbitrary moment in the past.
  let now: @Sendable () -> Duration
  /// Blocks for a duration, or until the frames are no longer wanted.
  let wait: @Sendable (Duration, AudioFrames.Sink) -> Void

  /// The system's clock.
  public static let monotonic: CaptureClock = {
    let start = ContinuousClock.now
    return CaptureClock(now: { ContinuousClock.now - start }, wait: { duration, sink in sink.wait(for: duration) })
  }()

  /// Returns the same clock, which calls `waits` each time a capture starts waiting for a missing or lost device.
  public func onWait(_ waits: @escaping @Sendable () -> Void) -> CaptureClock {
    CaptureClock(now: now) { [wait] duration, sink in
      waits()
      wait(duration, sink)
    }
  }

  /// Creates a clock that a test controls.
  package init(now: @escaping @Sendable () -> Duration, wait: @escaping @Sendable (Duration, AudioFrames.Sink) -> Void) {
    self.now = now
    self.wait = wait
  }
}
