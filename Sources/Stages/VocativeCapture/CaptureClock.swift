/// Monotonic time for a capture thread, which may block.
///
/// No change of the date moves it, and it goes on while the system sleeps.
public struct CaptureClock: Sendable {
  /// The time since some moment in the past.
  let now: @Sendable () -> Duration
  /// Blocks for a time, or until nobody wants the frames any more.
  let wait: @Sendable (Duration, AudioFrames.Sink) -> Void

  /// The system's clock.
  public static let monotonic: CaptureClock = {
    let start = ContinuousClock.now
    return CaptureClock(now: { ContinuousClock.now - start }, wait: { duration, sink in sink.wait(for: duration) })
  }()

  /// The same clock, which tells each time a capture begins to wait for a device that could not be opened or was lost.
  public func telling(_ waits: @escaping @Sendable () -> Void) -> CaptureClock {
    CaptureClock(now: now) { [wait] duration, sink in
      waits()
      wait(duration, sink)
    }
  }

  /// A clock that is driven by hand.
  package init(now: @escaping @Sendable () -> Duration, wait: @escaping @Sendable (Duration, AudioFrames.Sink) -> Void) {
    self.now = now
    self.wait = wait
  }
}
