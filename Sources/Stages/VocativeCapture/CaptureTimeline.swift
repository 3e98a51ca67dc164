/// Measures how much audio is missing after an interruption, from the recording times of the samples.
struct CaptureTimeline: Sendable {
  /// The recording time of the last sample that was read; nil before the first.
  private var end: Duration?
  private var isInterrupted = false

  /// Marks that the next samples do not follow the last ones.
  mutating func interrupt() { isInterrupted = true }

  /// Records a read.
  ///
  /// - Parameters:
  ///   - length: The duration of the audio that was read.
  ///   - queued: The duration of further audio that the device has recorded.
  ///   - now: The time of the read.
  /// - Returns: The duration of the missing audio before the read; nil if it follows the previous read.
  mutating func read(_ length: Duration, queued: Duration, at now: Duration) -> Duration? {
    defer {
      end = now - queued
      isInterrupted = false
    }
    guard isInterrupted, let end else { return nil }
    return max(.zero, now - queued - length - end)
  }
}

/// The delay before a device is opened again, which grows up to a limit.
struct BackOff: Sendable {
  private let first: Duration
  private let maxDelay: Duration
  private var current: Duration

  init(first: Duration, maxDelay: Duration) {
    (self.first, self.maxDelay, current) = (first, maxDelay, first)
  }

  /// Returns the next delay.
  mutating func next() -> Duration {
    defer { current = min(current * 2, maxDelay) }
    return current
  }

  /// Returns to the shortest delay.
  mutating func reset() { current = first }
}
