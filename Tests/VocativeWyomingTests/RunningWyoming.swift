import Foundation
import Logging
import Money
import Synchronization
import Vocative
import VocativeTestSupport
import VocativeWyoming

/// A Wyoming server of Money with a store of its own.
final class RunningWyoming: Sendable {
  struct Failure: Error {}

  /// Where it is.
  let uri: String
  let folder: TemporaryFolder
  let runtime: IntentRuntime
  /// The file with tuned thresholds.
  let calibration: SpottingCalibrationFile
  private let work: Task<Void, any Error>
  private let current: Current

  /// The runtime that is served, which a reload replaces.
  private final class Current: Sendable {
    let runtime: Mutex<IntentRuntime>
    init(_ runtime: IntentRuntime) { self.runtime = Mutex(runtime) }
  }

  /// Serves on any free port of this computer, or through a socket in a folder of its own.
  ///
  /// - Parameters:
  ///   - place: Where it is to be; nil for a place of its own.
  ///   - calibration: What the file with tuned thresholds holds, `calibration.json` in the folder; nil for none yet.
  ///   - intents: An intents file in place of Money.
  ///   - passphrase: What opens private requests; nil for nothing.
  init(
    isUnix: Bool = false, at place: String? = nil, limits: WyomingLimits = WyomingLimits(),
    calibration: SpottingCalibration? = nil, intents: String? = nil, passphrase: String? = nil,
    clock: any Clock<Duration> = ContinuousClock(),
    logger: Logger = .silent
  ) async throws {
    folder = try TemporaryFolder()
    let assistant: Assistant
    if let intents {
      assistant = try IntentsFile.load(path: try folder.write(intents, to: "first.intents.yaml"))
    } else {
      assistant = try MoneyAssistant.make(store: try MoneyStore(path: folder.path + "/money.sqlite"))
    }
    var intentLimits = IntentRuntime.Limits()
    intentLimits.patience = nil
    let runtime = IntentRuntime(
      assistant: assistant, memory: try .inMemory(assistant: assistant.name), unlock: Unlock(passphrase: passphrase),
      limits: intentLimits, clock: clock, logger: logger)
    self.runtime = runtime
    try await runtime.prepare()
    let current = Current(runtime)
    self.current = current
    self.calibration = SpottingCalibrationFile(path: folder.path + "/calibration.json")
    if let calibration { try self.calibration.write(calibration) }
    let services = WyomingServices(
      runtime: { current.runtime.withLock { $0 } }, model: try RecognitionModel(), engine: try .installed(),
      calibration: self.calibration,
      limits: limits, logger: logger)
    let own = isUnix ? WyomingAddress.unix(path: folder.path + "/run/wyoming") : .tcp(host: "127.0.0.1", port: 0)
    let (addresses, address) = AsyncStream.makeStream(of: WyomingAddress.self)
    let server = WyomingServer(
      try place.map { try WyomingAddress(uri: $0) } ?? own, services: services, logger: logger
    ) { address.yield($0) }
    work = Task {
      defer { address.finish() }
      try await server.run()
    }
    guard let address = await addresses.first(where: { _ in true }) else {
      try await work.value
      throw Failure()
    }
    uri = "\(address)"
  }

  deinit { work.cancel() }

  /// Serves another intents file from now on, as after a reload.
  func reload(_ intents: String) async throws {
    let logger = Logger.silent
    let assistant = try IntentsFile.load(path: try folder.write(intents, to: "next.intents.yaml"))
    let runtime = IntentRuntime(assistant: assistant, memory: try .inMemory(assistant: assistant.name), logger: logger)
    try await runtime.prepare()
    current.runtime.withLock { $0 = runtime }
  }

  /// The path of its socket.
  var path: String { String(uri.dropFirst("unix://".count)) }

  /// Ends the server and waits until it has.
  func end() async {
    work.cancel()
    _ = await work.result
  }
}
