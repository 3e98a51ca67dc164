import Foundation
import Logging
import ServiceLifecycle
import Systemd
import Vocative

/// Announces the shutdown to the service manager, and ends the process if a service hangs.
///
/// It is the last service of the group, and so the first to shut down.
struct DepartureService: Service {
  let manager: ServiceManager
  let restart: Restart
  let logger: Logger

  /// How long a shutdown may take.
  private static let limit = 1.8

  func run() async throws {
    try? await gracefulShutdown()
    guard !Task.isCancelled else { return }
    manager.stopping()
    // A separate thread: a service that hangs may block the threads of tasks.
    Thread.detachNewThread { [logger, restart] in
      Thread.sleep(forTimeInterval: Self.limit)
      logger.warning("the shutdown timed out; ending without waiting for the remaining work")
      RunningPrograms.terminateAll()
      restart.finish()
      _exit(EXIT_SUCCESS)
    }
  }
}
