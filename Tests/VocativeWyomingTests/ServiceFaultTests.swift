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

  @Test("A cancelled transcription is neither logged as a failure of the service nor repeated by the built-in recognizer")
  func cancelled() async throws {
    let log = RecordedLog()
    let address = try WyomingAddress(uri: "unix:///nowhere/service")
    let work = Task { [logger = log.logger] in
      withUnsafeCurrentTask { $0?.cancel() }
      let recognizer = WyomingRecognizer(address, model: try RecognitionModel(), logger: logger)
      return try await recognizer.recognize([], from: .wakePhrase)
    }
    await #expect(throws: CancellationError.self) { try await work.value }
    #expect(log.messages.isEmpty, "\(log.messages)")
  }
}
