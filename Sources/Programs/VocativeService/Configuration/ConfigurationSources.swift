import Configuration
import Foundation
package import Vocative

/// The sources of the daemon's settings.
///
/// Flags override the environment, which overrides the user's file, which overrides the system's.
package struct ConfigurationSources: Sendable {
  /// The system-wide file, which the package installs.
  package static let systemFile = "/etc/vocative/vocatived.yaml"

  /// The assistants of the program, and those in the folders of its user and of this computer.
  package let catalog: AssistantCatalog
  private let flags: [String: String]
  private let environment: [String: String]
  /// The files to read, in order of precedence; they need not exist.
  package let files: [String]
  private let hasNamedFile: Bool

  /// Creates the sources of a program.
  ///
  /// - Parameters:
  ///   - assistants: The assistants of the program.
  ///   - flags: The values on the command line as written, by the names of keys.
  ///   - environment: All environment variables; the daemon's begin with `VOCATIVED_`.
  ///   - systemFile: The file with the lowest precedence.
  package init(
    assistants: AssistantRegistry, flags: [String: String],
    environment: [String: String] = ProcessInfo.processInfo.environment,
    systemFile: String = ConfigurationSources.systemFile
  ) {
    catalog = AssistantCatalog(registry: assistants)
    self.flags = flags
    // An empty value counts as unset, for environments in which a variable can't be removed.
    self.environment = environment.filter { $0.key.hasPrefix(Settings.environmentPrefix) && !$0.value.isEmpty }
    if let named = flags[Settings.all.config.name] ?? self.environment[Settings.all.config.variable] {
      (files, hasNamedFile) = ([named], true)
    } else {
      let user = ConfigurationFolder.path(in: environment) + "/vocatived.yaml"
      let chosen = Self.chosenFile(in: environment)
      (files, hasNamedFile) = ([chosen] + (user == systemFile ? [user] : [user, systemFile]), false)
    }
  }

  /// Returns the file with the settings that the owner chooses while the daemon runs, which takes precedence over the other files: the
  /// configuration folder of a service is read-only.
  package static func chosenFile(in environment: [String: String]) -> String {
    StateFolder.path(in: environment) + "/settings.yaml"
  }

  /// Returns the file for settings that the owner chooses while the daemon runs; nil if another source overrides it.
  func fileForChoice(of settings: [any AnySetting]) -> SettingsFile? {
    let isOverridden = settings.contains { flags[$0.name] != nil || environment[$0.variable] != nil }
    guard !hasNamedFile, !isOverridden, let path = files.first else { return nil }
    return SettingsFile(path: path, assistants: catalog.names)
  }

  /// The names that the setting "assistant" can have: those of the installed assistants, and that of the home of Home Assistant
  /// exactly while it is imported, because the file of the home is only written by a running daemon, and removed after the last import.
  package var assistantNames: [String] { assistantNames(isHomeImported: isHomeImported) }

  /// Returns the names that the setting "assistant" can have with or without the import of the home.
  package func assistantNames(isHomeImported: Bool) -> [String] {
    let installed = catalog.installed.filter { assistant in
      isHomeImported || assistant.path != HomeFile.standard.path || !HomeFile.standard.isWritten
    }.map(\.name)
    return installed + (isHomeImported && !installed.contains(HomeFile.name) ? [HomeFile.name] : [])
  }

  private var isHomeImported: Bool {
    let setting = Settings.all.hasHomeAssistantImport
    let texts =
      [flags[setting.name], environment[setting.variable]]
      + files.map { ConfigurationFile(path: $0, isWanted: false, assistants: [])?.values[setting.name] }
    return texts.lazy.compactMap { $0.flatMap(setting.value) as? Bool }.first ?? setting.defaultValue
  }

  /// Reads and checks all sources.
  ///
  /// - Throws: `ConfigurationError` with all faults.
  package func load() throws(ConfigurationError) -> DaemonConfiguration {
    let (configuration, faults) = read()
    guard faults.isEmpty else { throw ConfigurationError(faults: faults) }
    return configuration
  }

  /// Reads the valid values of all sources, and returns them with the faults of the others.
  package func read() -> (configuration: DaemonConfiguration, faults: [String]) {
    let isHomeImported = isHomeImported
    let installed = assistantNames(isHomeImported: isHomeImported)
    let files = files.compactMap { ConfigurationFile(path: $0, isWanted: hasNamedFile, assistants: installed) }
    var faults = flagFaults(among: installed) + environmentFaults(among: installed) + files.flatMap(\.faults)
    let layers: [(place: String, provider: any ConfigProvider)] =
      [
        ("the command line", InMemoryProvider(name: "flags", values: Self.values(validFlags(among: installed)))),
        ("the environment", environmentProvider(among: installed)),
      ]
      + files.map { file in
        (
          file.lastPlace(of: [Settings.all.assistant.name, Settings.all.intents.name]),
          InMemoryProvider(name: file.path, values: Self.values(file.values))
        )
      }
    let places = places(in: files, among: installed)
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
          names: name.map(SettingKind<[String]>.items) ?? [], files: file.map(SettingKind<[String]>.items) ?? [], in: catalog)
      }
    }
    var selection = assistants ?? AssistantSelection(in: catalog)
    if isHomeImported { selection.expected = [HomeFile.name] }
    let reader = ConfigReader(providers: layers.map(\.provider))
    return (DaemonConfiguration(reader, assistants: selection, places: places), faults)
  }

  /// Returns the place of each setting in the first source with a valid value for it, by the names of the settings.
  private func places(in files: [ConfigurationFile], among assistants: [String]) -> [String: String] {
    let flags = validFlags(among: assistants)
    let variables = validVariables(among: assistants)
    var places: [String: String] = [:]
    for setting in Settings.list {
      if flags[setting.name] != nil {
        places[setting.name] = "--\(setting.name)"
      } else if variables[setting.variable] != nil {
        places[setting.name] = setting.variable
      } else {
        places[setting.name] = files.lazy.compactMap { $0.place(of: setting.name) }.first
      }
    }
    return places
  }

  // MARK: The command line

  private func flagFaults(among assistants: [String]) -> [String] {
    Settings.list.compactMap { setting in
      flags[setting.name].flatMap { setting.fault(in: $0, among: assistants) }.map { "--\(setting.name): \($0)" }
    }
  }

  private func validFlags(among assistants: [String]) -> [String: String] {
    flags.filter { name, text in
      Settings.list.first { $0.name == name }?.fault(in: text, among: assistants) == nil
    }
  }

  // MARK: The environment

  private func environmentProvider(among assistants: [String]) -> any ConfigProvider {
    EnvironmentVariablesProvider(environmentVariables: validVariables(among: assistants))
      .prefixKeys(with: ConfigKey(["vocatived"]))
  }

  private func validVariables(among assistants: [String]) -> [String: String] {
    environment.filter { variable, text in
      Settings.list.first { $0.variable == variable }?.fault(in: text, among: assistants) == nil
    }
  }

  private func environmentFaults(among assistants: [String]) -> [String] {
    let settings = Settings.list
    return environment.sorted { $0.key < $1.key }.compactMap { variable, value in
      guard let setting = settings.first(where: { $0.variable == variable }) else {
        // The prefix says nothing about the name that was meant.
        let prefix = Settings.environmentPrefix
        let name = String(variable.dropFirst(prefix.count))
        let nearest = NearestName.of(name, among: settings.map { String($0.variable.dropFirst(prefix.count)) })
        let remedy = nearest.map { "did you mean \(prefix)\($0)?" } ?? "the option --help-config lists all variables"
        return "\(variable): unknown environment variable; \(remedy)"
      }
      return setting.fault(in: value, among: assistants).map { "\(variable): \($0)" }
    }
  }

  /// Returns texts as values of swift-configuration.
  private static func values(_ texts: [String: String]) -> [AbsoluteConfigKey: ConfigValue] {
    var values: [AbsoluteConfigKey: ConfigValue] = [:]
    for (name, text) in texts { values[AbsoluteConfigKey([name])] = ConfigValue(.string(text), isSecret: false) }
    return values
  }
}
