import Foundation
import Logging
import Money
import Synchronization
import Vocative
import VocativeTestSupport
import VocativeWyoming

/// A Wyoming server for the money assistant with a temporary store.
final class RunningWyoming: Sendable {
  struct Failure: Error {}

  /// The address of the server.
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

  /// Serves on a free port of this computer, or on a socket in a temporary folder.
  ///
  /// - Parameters:
  ///   - place: The address to serve at, or nil for the default described above.
  ///   - calibration: The content of `calibration.json` in the folder, or nil for no file.
  ///   - intents: The text of an intents file that replaces the money assistant.
  ///   - passphrase: The passphrase for private requests, or nil for none.
  init(
    isUnix: Bool = false, at place: String? = nil, limits: WyomingLimits = WyomingLimits(),
    calibration: SpottingCalibration? = nil, intents: String? = nil, passphrase: String? = nil,
    style: SpeechStyle = SpeechStyle(), observers: [any DispatchObserver] = [], clock: any Clock<Duration> = ContinuousClock(),
    logger: Logger = .silent
  ) async throws {
    folder = try TemporaryFolder()
    let assistant: Assistant
    if let intents {
      assistant = try IntentsFile.load(path: try folder.write(intents, to: "first.intents.yaml"))
    } else {
      assistant = try MoneyAssistant.make(store: try MoneyStore(sampleAt: folder.path + "/money.sqlite"))
    }
    var intentLimits = IntentRuntime.Limits()
    intentLimits.patience = nil
    let runtime = IntentRuntime(
      assistant: assistant, memory: try .inMemory(assistant: assistant.name), observers: observers,
      unlock: Unlock(passphrase: passphrase), limits: intentLimits, clock: clock, logger: logger)
    self.runtime = runtime
    try await runtime.prepare()
    let current = Current(runtime)
    self.current = current
    self.calibration = SpottingCalibrationFile(path: folder.path + "/calibration.json")
    if let calibration { try self.calibration.write(calibration) }
    let services = WyomingServices(
      runtime: { current.runtime.withLock { $0 } }, model: try RecognitionModel(),
      voice: .init(try .installed(), style: { style }), calibration: self.calibration, limits: limits, logger: logger)
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

  /// Replaces the assistant with another intents file, as a reload does.
  func reload(_ intents: String) async throws {
    let logger = Logger.silent
    let assistant = try IntentsFile.load(path: try folder.write(intents, to: "next.intents.yaml"))
    let runtime = IntentRuntime(assistant: assistant, memory: try .inMemory(assistant: assistant.name), logger: logger)
    try await runtime.prepare()
    current.runtime.withLock { $0 = runtime }
  }

  /// The port of its address; nil for a socket.
  var port: UInt16? { uri.split(separator: ":").last.flatMap { UInt16($0) } }

  /// The path of its socket.
  var path: String { String(uri.dropFirst("unix://".count)) }

  /// Stops the server and waits until it has ended.
  func end() async {
    work.cancel()
    _ = await work.result
  }
}
