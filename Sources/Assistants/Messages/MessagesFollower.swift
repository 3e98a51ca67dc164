import Synchronization
import VocativeIntents

/// Follows the files of contacts and messages, and sends what waits, while a program serves the assistant.
///
/// The program asks for alerts at least once a second, of which there are none.
final class MessagesFollower: AlertSource {
  /// The time between two attempts to send what waits.
  static let retryInterval = Duration.seconds(60)

  private let outbox: Outbox
  private let refresh: @Sendable () async -> Void
  private let lastAttempt: Mutex<Duration>
  private let elapsed: @Sendable () -> Duration

  init(outbox: Outbox, clock: any Clock<Duration> = ContinuousClock(), refresh: @escaping @Sendable () async -> Void) {
    self.outbox = outbox
    self.refresh = refresh
    elapsed = clock.stopwatch()
    lastAttempt = Mutex(.zero)
  }

  /// Does the work, and returns no alerts.
  func alerts() async throws -> DueAlerts {
    await refresh()
    let now = elapsed()
    let isDue = lastAttempt.withLock { last in
      guard now - last >= Self.retryInterval else { return false }
      last = now
      return true
    }
    if isDue, try await outbox.store.waitingEvents() > 0 { await outbox.flush() }
    return DueAlerts(due: [], next: nil)
  }

  /// Does nothing, because there are no alerts.
  func end(_ alert: Alert.ID, as ending: Alert.Ending) {}
}
