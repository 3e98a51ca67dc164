import BuiltInAssistants
import Configuration
public import Foundation
import Vocative

/// The sources of the daemon's settings.
///
/// Flags override the environment, which overrides the user's file, which overrides the system's.
public struct ConfigurationSources: Sendable {
  /// The system-wide file, which the package installs.
  public static let systemFile = "/etc/vocative/vocatived.yaml"

  private let flags: [String: String]
  private let environment: [String: String]
  /// The files to read, in order of precedence; they need not exist.
  public let files: [String]
  private let hasNamedFile: Bool

  /// Creates the sources of a program.
  ///
  /// - Parameters:
  ///   - flags: The values on the command line as written, by the names of keys.
  ///   - environment: All environment variables; the daemon's begin with `VOCATIVED_`.
  ///   - systemFile: The file with the lowest precedence.
  public init(
    flags: [String: String], environment: [String: String] = ProcessInfo.processInfo.environment,
    systemFile: String = ConfigurationSources.systemFile
  ) {
    self.flags = flags
    // An empty value counts as unset, for environments in which a variable can't be removed.
    self.environment = environment.filter { $0.key.hasPrefix(Settings.environmentPrefix) && !$0.value.isEmpty }
    if let named = flags[Settings.all.config.name] ?? self.environment[Settings.all.config.variable] {
      (files, hasNamedFile) = ([named], true)
    } else {
      let user = ConfigurationFolder.path(in: environment) + "/vocatived.yaml"
      (files, hasNamedFile) = (user == systemFile ? [user] : [user, systemFile], false)
    }
  }

  /// Reads and checks all sources.
  ///
  /// - Throws: `ConfigurationError` with all faults.
  package func load() throws(ConfigurationError) -> DaemonConfiguration {
    let files = files.compactMap { ConfigurationFile(path: $0, isWanted: hasNamedFile) }
    var faults = flagFaults + environmentFaults + files.flatMap(\.faults)
    let layers: [(place: String, provider: any ConfigProvider)] =
      [
        ("the command line", InMemoryProvider(name: "flags", values: Self.values(flags))),
        ("the environment", environmentProvider),
      ]
      + files.map { file in
        (file.path, InMemoryProvider(name: file.path, values: Self.values(file.values)))
      }
    var assistants: AssistantSelection?
    for layer in layers {
      let reader = ConfigReader(provider: layer.provider)
      let (name, file) = (
        reader.string(forKey: ConfigKey(Settings.all.assistant)), reader.string(forKey: ConfigKey(Settings.all.intents))
      )
      if name != nil, file != nil {
        faults.append("\(layer.place): \"assistant\" and \"intents\" exclude each other: the intents file replaces it")
      }
      if assistants == nil, name != nil || file != nil {
        assistants = AssistantSelection(
          names: name.map(SettingKind<[String]>.items) ?? [], files: file.map(SettingKind<[String]>.items) ?? [], in: .daemon)
      }
    }
    guard faults.isEmpty else { throw ConfigurationError(faults: faults) }
    return DaemonConfiguration(
      ConfigReader(providers: layers.map(\.provider)),
      assistants: assistants ?? AssistantSelection(in: .daemon))
  }

  // MARK: The command line

  private var flagFaults: [String] {
    Settings.list.compactMap { setting in
      flags[setting.name].flatMap(setting.fault).map { "--\(setting.name): \($0)" }
    }
  }

  // MARK: The environment

  private var environmentProvider: any ConfigProvider {
    EnvironmentVariablesProvider(environmentVariables: environment).prefixKeys(with: ConfigKey(["vocatived"]))
  }

  private var environmentFaults: [String] {
    let settings = Settings.list
    return environment.sorted { $0.key < $1.key }.compactMap { variable, value in
      guard let setting = settings.first(where: { $0.variable == variable }) else {
        let nearest = NearestName.of(variable, among: settings.map(\.variable))
        return "\(variable): unknown environment variable; did you mean \(nearest)?"
      }
      return setting.fault(in: value).map { "\(variable): \($0)" }
    }
  }

  /// Returns texts as values of swift-configuration.
  private static func values(_ texts: [String: String]) -> [AbsoluteConfigKey: ConfigValue] {
    var values: [AbsoluteConfigKey: ConfigValue] = [:]
    for (name, text) in texts { values[AbsoluteConfigKey([name])] = ConfigValue(.string(text), isSecret: false) }
    return values
  }
}

extension AssistantCatalog {
  /// The assistants of the daemon, and those in the folders of its user and of this computer.
  static var daemon: AssistantCatalog { AssistantCatalog(registry: .builtIn) }
}
