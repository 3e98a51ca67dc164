import Logging
import Synchronization

/// Tells once that a service elsewhere fails, and once that it answers again.
final class Outage: Sendable {
  private let isOut = Mutex(false)
  private let service: String
  private let stage: String
  private let logger: Logger

  /// - Parameters:
  ///   - service: Its name or address.
  ///   - stage: What the service is for, as in "speech to text".
  init(of service: some CustomStringConvertible, stage: String, logger: Logger) {
    self.service = "\(service)"
    self.stage = stage
    self.logger = logger
  }

  /// It has failed.
  func begin(because error: any Error) {
    guard
      !isOut.withLock({ isOut in
        defer { isOut = true }
        return isOut
      })
    else { return }
    logger.warning("\(stage) is done here meanwhile: \(error)")
  }

  /// It has answered.
  func end() {
    guard
      isOut.withLock({ isOut in
        defer { isOut = false }
        return isOut
      })
    else { return }
    logger.notice("\(stage) is done by \(service) again")
  }
}
