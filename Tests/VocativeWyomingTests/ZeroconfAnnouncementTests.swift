import Foundation
import Logging
import Synchronization
import Testing
import VocativeTestSupport
import VocativeWyoming

@Suite("Announcements on the local network")
struct ZeroconfAnnouncementTests {
  @Test("Without Avahi, one warning with a remedy is logged, regardless of the number of attempts")
  func absent() async throws {
    let (log, clock) = (RecordedLog(from: .warning), HurriedClock())
    let (addresses, address) = AsyncStream.makeStream(of: WyomingAddress.self)
    let announcement = ZeroconfAnnouncement(
      name: "vocative-test", addresses: addresses, clock: clock, logger: log.logger)
    let work = Task { try await announcement.run() }
    address.yield(.tcp(host: "0.0.0.0", port: 10_300))
    #expect(await eventually { clock.sleepCount > 2 })
    work.cancel()
    try await work.value
    let messages = log.messages
    #expect(messages.count == 1)
    #expect(messages.first?.contains("avahi") == true, "\(messages)")
  }

  /// A clock on which a minute passes between any two looks, and every sleep ends at once.
  private final class FastClock: Clock, Sendable {
    typealias Instant = ContinuousClock.Instant

    private let start = ContinuousClock.now
    private let looks = Mutex(0)

    var now: Instant {
      looks.withLock { looks in
        looks += 1
        return start + .seconds(60 * looks)
      }
    }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws { await Task.yield() }
  }

  @Test("The end of an announcement that lasted is logged each time")
  func lasting() async throws {
    let log = RecordedLog(from: .warning)
    let (addresses, address) = AsyncStream.makeStream(of: WyomingAddress.self)
    let announcement = ZeroconfAnnouncement(
      name: "vocative-test", addresses: addresses, clock: FastClock(), logger: log.logger)
    let work = Task { try await announcement.run() }
    address.yield(.tcp(host: "0.0.0.0", port: 10_300))
    #expect(await eventually { log.messages.count > 1 })
    work.cancel()
    try await work.value
  }
}
