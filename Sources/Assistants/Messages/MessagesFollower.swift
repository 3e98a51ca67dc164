import Synchronization
import VocativeIntents

/// Follows the files of contacts and messages, sends what waits, and tells the person what of it was refused, while a program serves
/// the assistant.
///
/// The program asks for alerts at least once a second.
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

  /// Does the work, and returns the refusals that the person has not heard of.
  func alerts() async throws -> DueAlerts {
    await refresh()
    let now = elapsed()
    let isDue = lastAttempt.withLock { last in
      guard now - last >= Self.retryInterval else { return false }
      last = now
      return true
    }
    if isDue, try await outbox.store.waitingEvents() > 0 { await outbox.flush() }
    return DueAlerts(due: try await outbox.refusals().map(\.alert), next: nil)
  }

  /// Forgets a refusal that was said.
  func end(_ alert: Alert.ID, as ending: Alert.Ending) async throws {
    if let refusal = RefusedChange.ID(alert) { try await outbox.store.removeRefusal(refusal) }
  }
}
