import ArgumentParser
import Foundation
import ProgramOutput
import VocativeService

/// The `vocatived` program: listens and answers without a terminal until it is stopped.
@main
struct VocativeDaemon: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vocatived", abstract: "Listen to a microphone and answer, as a service.",
    discussion: "The environment and a file can contain every setting, too: see vocatived --help-config.",
    version: "0.1.0")

  @Option(help: .setting("assistant", "a,b"))
  var assistant: String?

  @Option(help: .setting("intents", "file"))
  var intents: [String] = []

  @Option(help: .setting("handler-user", "name"))
  var handlerUser: String?

  @Flag(help: .setting("unlocked"))
  var unlocked = false

  @Option(help: .setting("device", "name"))
  var device: String?

  @Option(help: .setting("output-device", "name"))
  var outputDevice: String?

  @Option(help: .setting("echo-reference", "channel/channels"))
  var echoReference: String?

  @Option(help: .setting("model", "folder"))
  var model: String?

  @Option(help: .setting("calibration", "file"))
  var calibration: String?

  @Option(help: .setting("log-level", "level"))
  var logLevel: String?

  @Option(help: .setting("metrics-address", "address:port"))
  var metricsAddress: String?

  @Option(help: .setting("page-port", "port"))
  var pagePort: String?

  @Option(help: .setting("page-host", "address"))
  var pageHost: String?

  @Option(help: .setting("page-token-file", "file"))
  var pageTokenFile: String?

  @Option(name: .customLong("asr-uri"), help: .setting("asr-uri", "uri"))
  var transcriptionURI: String?

  @Option(name: .customLong("tts-uri"), help: .setting("tts-uri", "uri"))
  var speechURI: String?

  @Option(name: .customLong("wake-uri"), help: .setting("wake-uri", "uri"))
  var wakeURI: String?

  @Option(name: .customLong("wyoming-uri"), help: .setting("wyoming-uri", "uri"))
  var wyomingURI: String?

  @Option(name: .customLong("satellite-uri"), help: .setting("satellite-uri", "uri"))
  var satelliteURI: String?

  @Option(help: .setting("satellite-clients", "addresses"))
  var satelliteClients: String?

  @Option(help: .setting("satellite-timeout", "seconds"))
  var satelliteTimeout: String?

  @Flag(help: .setting("wyoming-zeroconf"))
  var wyomingZeroconf = false

  @Option(name: .customLong("mqtt-uri"), help: .setting("mqtt-uri", "uri"))
  var brokerURI: String?

  @Option(name: .customLong("mqtt-username"), help: .setting("mqtt-username", "name"))
  var brokerUsername: String?

  @Option(name: .customLong("mqtt-password-file"), help: .setting("mqtt-password-file", "file"))
  var brokerPasswordFile: String?

  @Option(name: .customLong("mqtt-certificate-authority"), help: .setting("mqtt-certificate-authority", "file"))
  var brokerCertificateAuthority: String?

  @Option(name: .customLong("mqtt-certificate"), help: .setting("mqtt-certificate", "file"))
  var brokerCertificate: String?

  @Option(name: .customLong("mqtt-key"), help: .setting("mqtt-key", "file"))
  var brokerKey: String?

  @Option(help: .setting("room", "name"))
  var room: String?

  @Option(help: .setting("known-rooms", "names"))
  var knownRooms: String?

  @Option(help: .setting("room-sharing", "true|false"))
  var roomSharing: String?

  @Option(help: .setting("control-socket", "path"))
  var controlSocket: String?

  @Flag(help: .setting("earcon"))
  var earcon = false

  @Flag(help: .setting("barge-in"))
  var bargeIn = false

  @Option(help: .setting("config", "file"))
  var config: String?

  @Flag(help: "Print all settings with their defaults and sources.")
  var helpConfig = false

  private var flags: [String: String] {
    let settings = [
      "assistant": assistant, "intents": intents.isEmpty ? nil : intents.joined(separator: ","), "handler-user": handlerUser,
      "unlocked": unlocked ? "true" : nil,
      "device": device, "output-device": outputDevice, "echo-reference": echoReference, "earcon": earcon ? "true" : nil,
      "barge-in": bargeIn ? "true" : nil, "model": model, "calibration": calibration, "log-level": logLevel,
      "control-socket": controlSocket, "metrics-address": metricsAddress, "page-port": pagePort, "page-host": pageHost,
      "page-token-file": pageTokenFile, "asr-uri": transcriptionURI, "tts-uri": speechURI, "wake-uri": wakeURI,
      "wyoming-uri": wyomingURI, "satellite-uri": satelliteURI, "satellite-clients": satelliteClients,
      "satellite-timeout": satelliteTimeout,
      "wyoming-zeroconf": wyomingZeroconf ? "true" : nil, "mqtt-uri": brokerURI, "mqtt-username": brokerUsername,
      "mqtt-password-file": brokerPasswordFile, "mqtt-certificate-authority": brokerCertificateAuthority,
      "mqtt-certificate": brokerCertificate, "mqtt-key": brokerKey, "room": room,
      "known-rooms": knownRooms, "room-sharing": roomSharing, "config": config,
    ]
    return settings.compactMapValues { $0 }
  }

  func validate() throws {
    guard assistant == nil || intents.isEmpty else {
      throw ValidationError("--assistant and --intents exclude each other")
    }
  }

  private static let streams = ProgramStreams(program: "vocatived")

  static func main() async {
    StandardStream.prepare()
    do {
      let command = try parse()
      let sources = ConfigurationSources(flags: command.flags)
      if command.helpConfig {
        streams.print(ConfigurationHelp.text(files: sources.files))
      } else {
        try await Daemon(sources: sources).run()
      }
    } catch  where exitCode(for: error) == .validationFailure || exitCode(for: error) == .success {
      streams.end(fullMessage(for: error), status: exitCode(for: error).rawValue)
    } catch {
      let lines = Daemon.message(for: error).split(separator: "\n").map { "vocatived: error: \($0)\n" }
      streams.printError(lines.joined())
      Foundation.exit(Daemon.exitStatus(for: error))
    }
  }
}

extension ArgumentHelp {
  /// Returns the help of a setting, from its documentation.
  fileprivate static func setting(_ name: String, _ value: String? = nil) -> ArgumentHelp {
    let key = ConfigurationKey.all.first { $0.name == name }
    return ArgumentHelp(stringLiteral: key?.meaning ?? "").named(value)
  }

  private func named(_ value: String?) -> ArgumentHelp {
    var help = self
    help.valueName = value
    return help
  }
}
