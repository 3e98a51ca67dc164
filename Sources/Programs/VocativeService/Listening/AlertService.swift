import ServiceLifecycle
import Vocative

/// Makes timers, alarms and reminders heard until the daemon shuts down.
struct AlertService: Service {
  let ringer: AlertRinger

  func run() async throws {
    await cancelWhenGracefulShutdown { await self.ringer.run() }
  }
}
