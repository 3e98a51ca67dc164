import Logging
import Synchronization

/// The log of what clients of the broker cause, with a limited number of messages: a client may repeat a fault all day.
final class ClientLog: Sendable {
  private struct Minute {
    let start = ContinuousClock.now
    var count = 0
  }

  /// The maximum number of messages a minute.
  private static let maxMessages = 20

  private let logger: Logger
  private let minute = Mutex(Minute())

  init(_ logger: Logger) { self.logger = logger }

  /// Logs a fault.
  func warning(_ text: String) { log(.warning, text) }

  /// Logs a change that a client has requested.
  func notice(_ text: String) { log(.notice, text) }

  private func log(_ level: Logger.Level, _ text: String) {
    let count = minute.withLock { minute in
      if ContinuousClock.now - minute.start >= .seconds(60) { minute = Minute() }
      minute.count += 1
      return minute.count
    }
    guard count <= Self.maxMessages else { return }
    logger.log(level: level, "\(text)")
    if count == Self.maxMessages {
      logger.warning("clients of the broker cause too many messages; more of them are not logged for up to a minute")
    }
  }
}
