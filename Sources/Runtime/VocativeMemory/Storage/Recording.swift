import Logging
import VocativeIntents

/// The log of an observer that stores what it sees.
struct Recording: Sendable {
  /// The consequence of a failure of the store, as a sentence.
  let failure: String
  let logger: Logger
  private let faults = FaultLog()

  init(orElse failure: String, logger: Logger) { (self.failure, self.logger) = (failure, logger) }

  /// Does the work, and logs its fault once until it succeeds.
  func record(_ work: @escaping @Sendable () async throws -> Void) async {
    do {
      // The task of a request that is given up is cancelled, and its end is recorded nevertheless.
      try await Task { try await work() }.value
      faults.clear()
    } catch {
      if faults.isNew("\(error)") { logger.warning("\(failure): \(error)") }
    }
  }
}
