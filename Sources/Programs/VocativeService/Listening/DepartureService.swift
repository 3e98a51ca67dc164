import Foundation
import Logging
import ServiceLifecycle
import Systemd

/// Tells that the daemon is about to end, and sees to it that it does: what hangs is given up.
///
/// It stands last among the services, and so is the first to hear of a shutdown.
struct DepartureService: Service {
  let manager: ServiceManager
  let logger: Logger

  /// How long leaving may take.
  private static let limit = 1.8

  func run() async throws {
    try? await gracefulShutdown()
    guard !Task.isCancelled else { return }
    manager.stopping()
    // A thread of its own: whatever hangs may hold those that tasks run on.
    Thread.detachNewThread { [logger] in
      Thread.sleep(forTimeInterval: Self.limit)
      logger.warning("what was still going on is given up")
      _exit(EXIT_SUCCESS)
    }
  }
}
