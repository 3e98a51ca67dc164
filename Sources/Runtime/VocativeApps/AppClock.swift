import VocativeIntents

/// A clock that counts from its creation, whatever its type.
struct AppClock: Sendable {
  /// The time since the creation.
  let now: @Sendable () -> Duration
  /// Waits for a time.
  let sleep: @Sendable (Duration) async throws -> Void

  init<Measuring: Clock<Duration>>(_ clock: Measuring) {
    now = clock.stopwatch()
    sleep = { try await clock.sleep(for: $0) }
  }
}
