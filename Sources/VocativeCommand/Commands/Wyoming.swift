import ArgumentParser
import Vocative
import VocativeWyoming

/// `vocative wyoming`: an assistant's stages for Home Assistant and other programs.
struct Wyoming: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serve wake words, speech to text, intents and speech to Home Assistant and others, by the Wyoming protocol.",
    discussion: """
      Only this computer can reach it, unless --uri names another address. Wyoming has no passwords: whoever reaches it can use the \
      assistant. End it with control-C.
      """)

  @OptionGroup var options: AssistantOptions

  @Option(
    help: ArgumentHelp(
      "Where it is served: tcp://HOST:PORT, with port 0 for any that is free, or unix:///PATH.", valueName: "uri"),
    transform: WyomingAddress.init(option:))
  var uri = WyomingAddress.tcp(host: "127.0.0.1", port: WyomingAddress.usualPort)

  private struct Served: Encodable {
    let uri: String
  }

  func run() async throws {
    let logger = options.makeLogger()
    let model = try RecognitionModel(directory: options.model)
    let runtime = try await options.makeRuntime(model: model, logger: logger)
    let services = WyomingServices(
      runtime: { runtime }, model: model, engine: try? .installed(), calibration: .user,
      logger: logger)
    try await services.prepare()
    let server = WyomingServer(uri, services: services, logger: logger) { [json = options.json] address in
      StandardOutput.line(json ? Served(uri: "\(address)").jsonLine : "served at \(address); control-C ends")
    }
    try await server.run()
  }
}
