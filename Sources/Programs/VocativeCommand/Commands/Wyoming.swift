import ArgumentParser
import Vocative
import VocativeWyoming

/// `vocative wyoming`: an assistant's stages for Home Assistant and other programs.
struct Wyoming: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serve the assistant to Home Assistant and others, over the Wyoming protocol.",
    discussion: """
      Serves wake words, transcription, intents and speech. Only your account on this computer can connect, unless --uri names an \
      address of the network. Wyoming has no passwords: anyone who can connect can use the assistant. Press control-C to end it.
      """)

  @OptionGroup var options: AssistantOptions

  @Option(
    help: ArgumentHelp(
      """
      The address to serve on: tcp://HOST:PORT, where port 0 selects a free port, or unix:///PATH (default: wyoming in the folder of \
      your account's sockets, which "vocative help status" describes).
      """,
      valueName: "uri"),
    transform: WyomingAddress.init(option:))
  var uri: WyomingAddress?

  @OptionGroup var voice: VoiceOptions

  func run() async throws {
    let logger = options.makeLogger()
    let model = try RecognitionModel(directory: options.model)
    let control = try voice.control(isTrial: options.sample, logger: logger)
    let runtime = try await options.makeRuntime(model: model, speech: control, logger: logger)
    let services = WyomingServices(
      runtime: { runtime }, model: model, voice: (try? .installed()).map { .init($0, style: { control.style }) },
      calibration: .user, logger: logger)
    try await services.prepare()
    let server = WyomingServer(uri ?? .user, services: services, logger: logger) { [json = options.json] address in
      StandardOutput.line(json ? ServedAddress(uri: "\(address)").jsonLine : "serving at \(address); press control-C to end")
    }
    try await server.run()
  }
}

/// The line of JSON that says where a command serves.
struct ServedAddress: Encodable {
  /// The address that others can open or connect to.
  let uri: String
}
