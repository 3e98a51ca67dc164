import ArgumentParser
import BuiltInAssistants
import Foundation
import Vocative
import VocativeService

/// `vocative setup`: asks for the settings of a first start, checks the sound, and writes the configuration.
struct SetupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "setup", abstract: "Find the microphone and the loudspeaker, check them, and write the configuration.",
    discussion: """
      Run it again at any time: it shows the current settings as the defaults, keeps comments and all other settings, and keeps the \
      previous file with the suffix .bak. The answers can come from a pipe, one per line; an empty line takes the default.
      Exit status: 0 if the sound works, 1 if a check failed.
      """)

  @Option(
    help: ArgumentHelp(
      "The configuration file (default: vocative/vocatived.yaml in $XDG_CONFIG_HOME; for root /etc/vocative/vocatived.yaml).",
      valueName: "file"))
  var config: String?

  @Flag(name: .shortAndLong, help: "Take the default of every question.")
  var yes = false

  func validate() throws {
    guard config?.isEmpty != true else { throw ValidationError("--config: the name is empty; name a file") }
  }

  func run() async throws {
    // The file contains paths beside it, which must not depend on the folder in which a program starts.
    let path = config.map { URL(fileURLWithPath: $0).path } ?? Self.defaultPath
    let sources = ConfigurationSources(assistants: .builtIn, flags: [Settings.all.config.name: path])
    let file = SettingsFile(path: path, assistants: sources.assistantNames)
    var setup = SetupRun(file: file, questions: SetupQuestions(takesDefaults: yes))
    try await setup.run()
  }

  /// The file that the daemon of this user reads.
  private static var defaultPath: String {
    let environment = ProcessInfo.processInfo.environment
    guard geteuid() != 0 || environment["XDG_CONFIG_HOME"] != nil else { return ConfigurationSources.systemFile }
    return ConfigurationFolder.path(in: environment) + "/vocatived.yaml"
  }
}
