import Logging
import Synchronization

/// Logs once that an external service fails, and once that it recovers.
final class Outage: Sendable {
  private let isOut = Mutex(false)
  private let service: String
  private let stage: String
  private let setting: String?
  private let logger: Logger

  /// - Parameters:
  ///   - service: Its name or address.
  ///   - stage: The purpose of the service, such as "speech to text".
  ///   - setting: The setting with its address; nil if there is none.
  init(of service: some CustomStringConvertible, stage: String, setting: String? = nil, logger: Logger) {
    self.service = "\(service)"
    self.stage = stage
    self.setting = setting
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
    let remedy = setting.map { "; check \"\($0)\"" } ?? ""
    logger.warning("\(stage) uses the local fallback: \(error)\(remedy)")
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
