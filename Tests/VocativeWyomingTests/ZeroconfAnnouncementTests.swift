import Foundation
import Logging
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
}
