import Foundation
import Logging
import Mosquitto
import Synchronization
import Vocative
import VocativeMQTT
import VocativeTestSupport

/// A box with a broker: a turn loop with a test assistant, whose spoken texts are recorded.
final class Box: Sendable {
  static let intents = """
    wake: [hey assistant]
    intents:
      ChangeLight:
        phrases: ["turn the {name} (on|off)", "set the {name} to {level} percent"]
        parameters:
          name: { list: lights }
          level: { type: number, range: [0, 100] }
        handler: { hermes: true, timeout: 20 }
      Confirm:
        phrases: [yes please]
        handler: hermes
      Impatient:
        phrases: [nobody is home]
        handler: { hermes: true, timeout: 1 }
      Tell:
        phrases: [tell me]
        response: I told you.
      Secret:
        phrases: [open the safe]
        authentication: required
        response: It is open.
    lists:
      lights:
        - { id: light.bedroom, spoken: ["bedroom lamp", "lamp in the bedroom"] }
        - { id: light.kitchen, spoken: ["kitchen light"] }
    """

  let loop: TurnLoop
  let synthesizer = RecordingSynthesizer()
  let folder: TemporaryFolder
  let muteFile: MuteFile
  let runtime: IntentRuntime
  private let service: Task<Void, any Error>

  /// Starts a box and connects it.
  init(
    room: String, port: Int, intents: String = Box.intents, assistant: Assistant? = nil, folder: TemporaryFolder? = nil,
    handlerLimit: Duration = .seconds(10), isSharing: Bool = true, clock: any Clock<Duration> = ContinuousClock(),
    passphrase: String? = nil, settlingTime: Duration = .seconds(30), logger: Logger = .silent
  ) async throws {
    self.folder = try folder ?? TemporaryFolder()
    muteFile = MuteFile(path: self.folder.path + "/mute.json")
    let name = RoomName(room) ?? .host
    // Long limits, so that no claim is late on a busy machine.
    var times = RoomArbiter.Times()
    (times.window, times.span, times.delay) = (.seconds(3), .seconds(300), .seconds(300))
    let knownRooms = ["attic", "kitchen", "study", "near", "far", "hall"].compactMap { RoomName($0) }
    let mailbox = TurnMailbox(room: name, knownRooms: knownRooms, times: times, logger: logger)
    let file = try self.folder.write(intents, to: "house.intents.yaml")
    let assistant = try assistant ?? IntentsFile.load(path: file)
    let memory = try Self.memory(of: assistant.name, in: self.folder)
    // No progress is spoken either.
    var limits = IntentRuntime.Limits()
    limits.patience = nil
    limits.handler = handlerLimit
    runtime = IntentRuntime(
      assistant: assistant, memory: memory, observers: [mailbox], unlock: Unlock(passphrase: passphrase), room: room,
      delegate: mailbox, limits: limits, logger: logger)
    var stages = TurnLoop.Stages(model: try RecognitionModel(), synthesizer: synthesizer)
    stages.arbiter = mailbox.arbiter
    var configuration = TurnLoop.Configuration()
    configuration.mute = muteFile
    loop = TurnLoop(runtime: runtime, stages: stages, configuration: configuration, logger: logger) { mailbox.receive($0) }
    let address = try BrokerAddress(uri: "mqtt://127.0.0.1:\(port)")
    var settings = BrokerSettings(address: address, room: name)
    settings.isSharing = isSharing
    settings.limits.settlingTime = settlingTime
    let broker = try BrokerService(
      settings, loop: loop, mailbox: mailbox, clock: clock, logger: logger)
    service = Task { try await broker.run() }
  }

  deinit { service.cancel() }

  /// Opens the memory in a folder, as any other program would.
  static func memory(of assistant: String, in folder: TemporaryFolder) throws -> AssistantMemory {
    AssistantMemory(assistant: assistant, store: try RuntimeStore(path: folder.path + "/runtime.sqlite"))
  }

  /// Disconnects from the broker.
  func leave() async {
    service.cancel()
    _ = await service.result
  }

  /// The texts spoken so far.
  var said: [String] { synthesizer.texts }
}
