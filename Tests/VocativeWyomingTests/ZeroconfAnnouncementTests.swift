import Foundation
import Logging
import Synchronization
import Testing
import VocativeTestSupport
import VocativeWyoming

@Suite("Announcements on the local network")
struct ZeroconfAnnouncementTests {
  /// A clock that does not wait, and counts its sleeps.
  private final class HurriedClock: Clock, Sendable {
    typealias Instant = ContinuousClock.Instant
    let sleeps = Atomic(0)
    var now: Instant { ContinuousClock.now }
    var minimumResolution: Duration { .zero }
    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
      sleeps.add(1, ordering: .relaxed)
      await Task.yield()
    }
  }

  @Test("Without Avahi, one warning with a remedy is logged, regardless of the number of attempts")
  func absent() async throws {
    let (log, clock) = (RecordedLog(from: .warning), HurriedClock())
    let (addresses, address) = AsyncStream.makeStream(of: WyomingAddress.self)
    let announcement = ZeroconfAnnouncement(
      name: "vocative-test", addresses: addresses, clock: clock, logger: log.logger)
    let work = Task { try await announcement.run() }
    address.yield(.tcp(host: "0.0.0.0", port: 10_300))
    #expect(await eventually { clock.sleeps.load(ordering: .relaxed) > 2 })
    work.cancel()
    try await work.value
    let messages = log.messages
    #expect(messages.count == 1)
    #expect(messages.first?.contains("avahi") == true, "\(messages)")
  }
}
