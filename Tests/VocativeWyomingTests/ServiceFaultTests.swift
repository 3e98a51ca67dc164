import Testing
import Vocative
import VocativeTestSupport
import VocativeWyoming

@Suite("Faults of external services")
struct ServiceFaultTests {
  @Test(
    "A service that cannot be reached is logged with its address, the reason of the system and the setting",
    arguments: [
      ("tcp://127.0.0.1:1", "connect: Connection refused"), ("tcp://localhost:1", "connect: Connection refused"),
      ("unix:///nowhere/service", "No such file or directory"),
    ])
  func unreachable(uri: String, reason: String) async throws {
    let log = RecordedLog()
    let service = WyomingWakeWords(try WyomingAddress(uri: uri), limit: .seconds(300), logger: log.logger)
    #expect(await eventually { !log.messages.isEmpty })
    #expect(
      log.messages == ["warning: listening for wake words uses the local fallback: \(uri): \(reason); check \"wake-uri\""])
    #expect(!service.isAnswering)
  }
}
