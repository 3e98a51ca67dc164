/// Finds how much audio is missing where a device was interrupted, from when its samples were recorded.
struct CaptureTimeline: Sendable {
  /// When the last sample that was read had been recorded; nil before the first.
  private var end: Duration?
  private var isInterrupted = false

  /// The samples that come next do not follow the last ones.
  mutating func interrupt() { isInterrupted = true }

  /// Takes a read.
  ///
  /// - Parameters:
  ///   - length: How long the audio is that was read.
  ///   - queued: How much more the device has recorded by now.
  ///   - now: When it was read.
  /// - Returns: How much is missing before it; nil if it follows what was read last.
  mutating func read(_ length: Duration, queued: Duration, at now: Duration) -> Duration? {
    defer {
      end = now - queued
      isInterrupted = false
    }
    guard isInterrupted, let end else { return nil }
    return max(.zero, now - queued - length - end)
  }
}

/// How long to wait before a device is opened once more: ever longer, up to a limit.
struct BackOff: Sendable {
  private let first: Duration
  private let longest: Duration
  private var current: Duration

  init(first: Duration, longest: Duration) {
    (self.first, self.longest, current) = (first, longest, first)
  }

  /// The next time to wait.
  mutating func next() -> Duration {
    defer { current = min(current * 2, longest) }
    return current
  }

  /// Starts again with the shortest time.
  mutating func reset() { current = first }
}
