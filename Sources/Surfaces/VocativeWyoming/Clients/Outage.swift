import Logging
import Synchronization

/// Logs once that an external service fails, and once that it recovers.
final class Outage: Sendable {
  private let isOut = Mutex(false)
  private let service: String
  private let stage: String
  private let logger: Logger

  /// - Parameters:
  ///   - service: Its name or address.
  ///   - stage: The purpose of the service, such as "speech to text".
  init(of service: some CustomStringConvertible, stage: String, logger: Logger) {
    self.service = "\(service)"
    self.stage = stage
    self.logger = logger
  }

  /// Records a failure.
  func begin(because error: any Error) {
    guard
      !isOut.withLock({ isOut in
        defer { isOut = true }
        return isOut
      })
    else { return }
    logger.warning("\(stage) uses the local fallback: \(error)")
  }

  /// Records a success.
  func end() {
    guard
      isOut.withLock({ isOut in
        defer { isOut = false }
        return isOut
      })
    else { return }
    logger.notice("\(stage) uses \(service) again")
  }
}
