import Foundation
import Logging
import ServiceLifecycle
import Vocative
import VocativeControl
import VocativeTestSupport

/// A turn loop with its own control socket.
struct ServedLoop {
  let folder: TemporaryFolder
  let loop: TurnLoop
  let server: ControlServer
  var path: String { folder.path + "/run/control" }

  init(
    limits: ControlServer.Limits = .init(), folder: TemporaryFolder? = nil,
    synthesizer: any Synthesizer = RecordingSynthesizer(),
    reload: @escaping @Sendable () async throws -> Void = {}
  ) throws {
    self.folder = try folder ?? TemporaryFolder()
    let logger = Logger.silent
    let file = try self.folder.write(
      "wake: [hey assistant]\nintents:\n  Tell:\n    phrases: [tell me]\n    response: I told you.\n", to: "tell.yaml")
    let assistant = try IntentsFile.load(path: file)
    loop = TurnLoop(
      runtime: IntentRuntime(assistant: assistant, memory: try .inMemory(assistant: "tell"), logger: logger),
      stages: .init(model: try RecognitionModel(), synthesizer: synthesizer), logger: logger, notify: { _ in })
    server = ControlServer(
      ControlSocket(path: self.folder.path + "/run/control"), loop: loop, limits: limits, logger: logger, reload: reload)
  }

  /// Runs the server during an operation.
  func serving<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { [server] in try await server.run() }
      let served = await eventually { FileManager.default.fileExists(atPath: path) }
      if !served { try await group.next() }
      defer { group.cancelAll() }
      return try await work()
    }
  }
}
