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
  private let elapsed: @Sendable () -> Duration
  private let work = Mutex<Work>(Work())

  private struct Work {
    var isRunning = false
    /// The time of the last attempt to send; nil before the first one.
    var lastAttempt: Duration?

    /// Begins an attempt to send if it is time for one.
    mutating func beginAttempt(at now: Duration) -> Bool {
      if let lastAttempt, now - lastAttempt < MessagesFollower.retryInterval { return false }
      lastAttempt = now
      return true
    }
  }

  init(outbox: Outbox, clock: any Clock<Duration> = ContinuousClock(), refresh: @escaping @Sendable () async -> Void) {
    self.outbox = outbox
    self.refresh = refresh
    elapsed = clock.stopwatch()
  }

  /// Starts the work, and returns the refusals that the person has not heard of.
  func alerts() async throws -> DueAlerts {
    follow()
    return DueAlerts(due: try await outbox.refusals().map(\.alert), next: nil)
  }

  /// Starts the work if the one before has ended.
  ///
  /// The caller does not wait for it, because a slow program that sends messages must not delay an alarm.
  private func follow() {
    let begins = work.withLock { work in
      defer { work.isRunning = true }
      return !work.isRunning
    }
    guard begins else { return }
    Task {
      await refresh()
      if work.withLock({ $0.beginAttempt(at: elapsed()) }) { await outbox.flush() }
      work.withLock { $0.isRunning = false }
    }
  }

  /// Forgets a refusal that was said.
  func end(_ alert: Alert.ID, as ending: Alert.Ending) async throws {
    if let refusal = RefusedChange.ID(alert) { try await outbox.store.removeRefusal(refusal) }
  }
}
