import ArgumentParser
import Foundation
import ProgramOutput

/// The command line of a daemon.
struct DaemonCommand<Service: AssistantService>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: Service.programName, abstract: "Listen to a microphone and answer, as a service.",
      discussion: "The environment and a file can contain every setting, too: see \(Service.programName) --help-config.",
      version: Service.version)
  }

  // Named as the settings, which "flags" finds by these names.
  @Option(\.assistant) var assistant: [String] = []
  @Option(\.intents) var intents: [String] = []
  @Option(\.handlerUser) var handlerUser: String?
  @Option(\.homeAssistantAddress) var homeAssistantAddress: String?
  @Option(\.homeAssistantTokenFile) var homeAssistantTokenFile: String?
  @Flag(\.hasHomeAssistantImport) var hasHomeAssistantImport = false
  @Option(\.homeAssistantSentences) var homeAssistantSentences: [String] = []
  @Flag(\.isUnlocked) var isUnlocked = false
  @Option(\.device) var device: String?
  @Option(\.outputDevice) var outputDevice: String?
  @Option(\.speechVolume) var speechVolume: String?
  @Option(\.speechSpeed) var speechSpeed: String?
  @Option(\.speechVoice) var speechVoice: String?
  @Option(\.echoReference) var echoReference: String?
  @Option(\.patience) var patience: String?
  @Option(\.minConfidence) var minConfidence: String?
  @Option(\.model) var model: String?
  @Option(\.calibration) var calibration: String?
  @Option(\.logLevel) var logLevel: String?
  @Option(\.focus) var focus: String?
  @Option(\.metricsAddress) var metricsAddress: String?
  @Option(\.pagePort) var pagePort: String?
  @Option(\.pageHost) var pageHost: String?
  @Option(\.pageTokenFile) var pageTokenFile: String?
  @Option(\.transcriptionService) var transcriptionService: String?
  @Option(\.speechService) var speechService: String?
  @Option(\.wakeService) var wakeService: String?
  @Option(\.wyomingAddress) var wyomingAddress: String?
  @Option(\.satelliteAddress) var satelliteAddress: String?
  @Option(\.satelliteClients) var satelliteClients: String?
  @Option(\.satelliteTimeout) var satelliteTimeout: String?
  @Flag(\.isWyomingAnnounced) var isWyomingAnnounced = false
  @Option(\.brokerAddress) var brokerAddress: String?
  @Option(\.brokerUsername) var brokerUsername: String?
  @Option(\.brokerPasswordFile) var brokerPasswordFile: String?
  @Option(\.brokerCertificateAuthority) var brokerCertificateAuthority: String?
  @Option(\.brokerCertificate) var brokerCertificate: String?
  @Option(\.brokerKey) var brokerKey: String?
  @Option(\.room) var room: String?
  @Option(\.knownRooms) var knownRooms: String?
  @Option(\.isSharingWithRooms) var isSharingWithRooms: String?
  @Option(\.controlSocket) var controlSocket: String?
  @Flag(\.hasEarcon) var hasEarcon = false
  @Flag(\.hasBargeIn) var hasBargeIn = false
  @Option(\.config) var config: String?

  @Flag(help: "Print all settings with their defaults and sources.")
  var helpConfig = false

  /// The values on the command line, by the names of the settings.
  private var flags: [String: String] {
    var flags: [String: String] = [:]
    for (label, wrapper) in Mirror(reflecting: self).children {
      guard let setting = Settings.byProperty[String(label?.dropFirst() ?? "")] else { continue }
      if let option = wrapper as? Option<String?> { flags[setting.name] = option.wrappedValue }
      if let option = wrapper as? Option<[String]>, !option.wrappedValue.isEmpty {
        flags[setting.name] = option.wrappedValue.joined(separator: ",")
      }
      if let flag = wrapper as? Flag<Bool>, flag.wrappedValue { flags[setting.name] = "true" }
    }
    return flags
  }

  func validate() throws {
    guard assistant.isEmpty || intents.isEmpty else {
      throw ValidationError("--assistant and --intents exclude each other")
    }
  }

  /// Runs the program with its arguments, and ends it with the exit status.
  static func serve() async {
    let streams = ProgramStreams(program: Service.programName)
    StandardStream.prepare()
    do {
      let command = try parse()
      let sources = ConfigurationSources(assistants: Service.assistants, flags: command.flags)
      if command.helpConfig {
        streams.print(ConfigurationHelp.text(files: sources.files))
      } else {
        try await Daemon(sources: sources).run()
      }
    } catch  where exitCode(for: error) == .validationFailure || exitCode(for: error) == .success {
      streams.end(fullMessage(for: error), status: exitCode(for: error).rawValue)
    } catch {
      let lines = Daemon.message(for: error).split(separator: "\n").map { "\(Service.programName): error: \($0)\n" }
      streams.printError(lines.joined())
      Foundation.exit(Daemon.exitStatus(for: error))
    }
  }
}

extension Option where Value == String? {
  /// Creates the option of a setting, with its name and its description.
  fileprivate init(_ setting: KeyPath<Settings, Setting<some Any>>) {
    let setting = Settings.all[keyPath: setting]
    self.init(name: .customLong(setting.name), help: ArgumentHelp("\(setting.help)", valueName: setting.valueName))
  }
}

extension Option where Value == [String] {
  /// Creates the option of a setting with several values, with its name and its description.
  fileprivate init(wrappedValue: [String], _ setting: KeyPath<Settings, Setting<some Any>>) {
    let setting = Settings.all[keyPath: setting]
    let help = ArgumentHelp("\(setting.help)", valueName: setting.valueName)
    self.init(wrappedValue: wrappedValue, name: .customLong(setting.name), help: help)
  }
}

extension Flag where Value == Bool {
  /// Creates the flag of a setting, with its name and its description.
  fileprivate init(wrappedValue: Bool, _ setting: KeyPath<Settings, Setting<Bool>>) {
    let setting = Settings.all[keyPath: setting]
    self.init(wrappedValue: wrappedValue, name: .customLong(setting.name), help: "\(setting.help)")
  }
}
