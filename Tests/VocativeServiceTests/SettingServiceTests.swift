import BuiltInAssistants
import Logging
import ServiceLifecycle
import Synchronization
import Testing
import Vocative
import VocativeService
import VocativeTestSupport

@Suite("Services of settings", .timeLimit(.minutes(10)))
struct SettingServiceTests {
  private struct Fault: ServedAddressError, CustomStringConvertible {
    let isAddressMissing: Bool

    var description: String { "can't serve it" }
    var exitStatus: Vocative.ExitStatus { .unavailable }
  }

  /// A service whose first runs fail, and whose next one ends.
  private final class FailingService: Service {
    private let state: Mutex<(faults: [Fault], runs: Int)>

    init(_ faults: [Fault]) { state = Mutex((faults: faults, runs: 0)) }

    var runs: Int { state.withLock { $0.runs } }

    func run() async throws {
      let fault = state.withLock { state in
        state.runs += 1
        return state.faults.isEmpty ? nil as Fault? : state.faults.removeFirst()
      }
      if let fault { throw fault }
    }
  }

  private let folder: TemporaryFolder
  private let clock = ManualClock()
  private let log = RecordedLog()

  init() throws { folder = try TemporaryFolder() }

  /// Returns a service of the host of the page, which the command line sets.
  private func settingService(_ service: FailingService) throws -> SettingService {
    let sources = ConfigurationSources(
      assistants: .builtIn, flags: ["page-host": "192.0.2.1"], environment: ["XDG_CONFIG_HOME": folder.path + "/config"],
      systemFile: folder.path + "/etc/vocatived.yaml")
    return SettingService(
      service, of: [Settings.all.pagePort, Settings.all.pageHost], in: try sources.load(), clock: clock, logger: log.logger)
  }

  @Test("A service runs again every 10 s while its address is missing, and logs the place of the setting once")
  func missingAddress() async throws {
    let service = FailingService([Fault(isAddressMissing: true), Fault(isAddressMissing: true)])
    let waiting = try settingService(service)
    let work = Task { try await waiting.run() }
    for runs in 1...2 {
      await clock.sleeper(for: .seconds(10))
      #expect(service.runs == runs)
      clock.advance(by: .seconds(10))
    }
    try await work.value
    #expect(service.runs == 3)
    #expect(log.messages == ["warning: --page-host: can't serve it; retrying every 10.0 seconds"])
  }

  @Test("Another fault of the address ends the service with the place of the setting")
  func otherFault() async throws {
    let service = FailingService([Fault(isAddressMissing: false)])
    let failing = try settingService(service)
    let error = try await #require(throws: (any Error).self) { try await failing.run() }
    #expect("\(error)" == "--page-host: can't serve it")
    #expect(Vocative.ExitStatus(for: error) == .unavailable)
    #expect(service.runs == 1)
    #expect(log.messages.isEmpty)
  }

  @Test("A service that waits for its address ends at once with the daemon")
  func shutdown() async throws {
    let service = FailingService([Fault(isAddressMissing: true)])
    let group = ServiceGroup(configuration: .init(services: [try settingService(service)], logger: .silent))
    let work = Task { try await group.run() }
    await clock.sleeper(for: .seconds(10))
    await group.triggerGracefulShutdown()
    try await work.value
    #expect(service.runs == 1)
  }
}
