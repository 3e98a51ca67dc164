import Synchronization

/// The clock of the machine, which a test can advance.
final class AdvancedClock: Clock, Sendable {
  typealias Instant = ContinuousClock.Instant

  private let lead = Mutex(Duration.zero)

  var now: Instant { ContinuousClock.now + lead.withLock { $0 } }
  var minimumResolution: Duration { ContinuousClock().minimumResolution }

  func advance(by time: Duration) { lead.withLock { $0 += time } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await ContinuousClock().sleep(until: deadline - lead.withLock { $0 }, tolerance: tolerance)
  }
}
