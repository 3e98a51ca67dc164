import ArgumentParser
import Foundation
import Logging
import ServiceLifecycle
import UnixSignals
import Vocative
import VocativeControl

/// The `vocatived` program: listens and answers without a terminal until it is told to stop.
@main
struct VocativeDaemon: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vocatived", abstract: "Listen to a microphone and answer, as a service.", version: "0.1.0")

  @Option(help: "The assistant: \(AssistantLoader.names.joined(separator: ", ")).")
  var assistant: String?

  @Option(help: ArgumentHelp("An assistant of your own, written as an intents file.", valueName: "file"))
  var intents: String?

  @Option(help: ArgumentHelp("Folder of the recognition model.", valueName: "folder"))
  var model: String?

  @Option(help: ArgumentHelp("The ALSA device to record from.", valueName: "name"))
  var device = "default"

  @Option(help: ArgumentHelp("The ALSA device to speak on.", valueName: "name"))
  var outputDevice = "default"

  @Flag(help: "Do what is private without asking for the passphrase.")
  var unlocked = false

  func validate() throws {
    guard assistant == nil || intents == nil else {
      throw ValidationError("--assistant and --intents exclude each other: the intents file is the assistant")
    }
  }

  static func main() async {
    do {
      let daemon = try parse()
      try await daemon.serve()
    } catch  where exitCode(for: error) == .validationFailure || exitCode(for: error) == .success {
      exit(withError: error)
    } catch {
      FileHandle.standardError.write(Data("vocatived: error: \(ErrorMessage.text(for: error))\n".utf8))
      Foundation.exit(ExitStatus(for: error).rawValue)
    }
  }

  private func serve() async throws {
    let logger = LibraryMessages.logger(level: .info)
    let choice = AssistantChoice(name: assistant, intentsFile: intents)
    let model = try RecognitionModel(directory: model)
    let loop = TurnLoop(
      runtime: try await IntentRuntime(loading: choice, model: model, isUnlocked: unlocked, logger: logger), model: model,
      synthesizer: SpeakingSynthesizer(engine: try SpeechEngine.installed(), output: .device(outputDevice)),
      calibration: .user, mute: .user, logger: logger
    ) { notice in
      // What people say is private: the log has that something happened, and not what.
      switch notice {
      case .event(let event): logger.debug("\(event.isPrivate ? "something private" : event.json)")
      case .state(let state): logger.debug("state: \(state.rawValue)")
      case .level: break
      }
    }
    let service = ListeningService(loop: loop, source: MicrophoneSource(device: device, logger: logger), logger: logger)
    let control = ControlServer(loop: loop, logger: logger) {
      try await loop.replaceRuntime(IntentRuntime(loading: choice, model: model, isUnlocked: unlocked, logger: logger))
    }
    let group = ServiceGroup(
      configuration: .init(
        services: [
          .init(service: service, successTerminationBehavior: .gracefullyShutdownGroup), .init(service: control),
        ],
        gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
    try await group.run()
  }
}

/// The turn loop as a service: runs until a graceful shutdown is asked for.
struct ListeningService: Service {
  let loop: TurnLoop
  let source: MicrophoneSource
  let logger: Logger

  func run() async throws {
    logger.info("listening to \"\(source.label)\"")
    try await cancelWhenGracefulShutdown { try await loop.run(source) }
    logger.info("stopped")
  }
}
