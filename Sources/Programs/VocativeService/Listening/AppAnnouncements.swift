import Logging
import ServiceLifecycle
import Vocative

/// Says what apps want to be announced, after the current conversation.
struct AppAnnouncements: Service {
  private let apps: AppHosts
  private let loop: TurnLoop
  private let logger: Logger

  init(of apps: AppHosts, loop: TurnLoop, logger: Logger) {
    (self.apps, self.loop, self.logger) = (apps, loop, logger)
  }

  func run() async throws {
    await cancelWhenGracefulShutdown {
      for await announcement in apps.announcements {
        do {
          try await loop.say(announcement.dialog)
        } catch is CancellationError {
          return
        } catch {
          logger.warning("the announcement of \(announcement.app) is not said: \(error)")
        }
      }
    }
  }
}
