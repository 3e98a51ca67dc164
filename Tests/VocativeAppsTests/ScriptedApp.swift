import AssistantTestSupport
import Logging
import Vocative
import VocativeTestSupport

/// An app that is a shell script, with short limits.
struct ScriptedApp {
  let folder: TemporaryFolder
  let log = RecordedLog()
  let apps: AppHosts
  let name: String

  /// The hello of a garden: "water the plants", "water the roses".
  static let hello = #"""
    {"type":"hello","version":1,"wake":["hey garden"],"intents":{"Water":{"title":"Water a plant","phrases":["water the {plant}"],"parameters":{"plant":{"list":"plants","required":true}}}},"lists":{"plants":["roses","beans"]}}
    """#

  /// Reads requests: sets `id`, `type` and `line` for each, and runs commands.
  static func loop(_ commands: String) -> String {
    """
    echo '\(hello)'
    while read -r line; do
      id=${line#*'"id":'}; id=${id%%[,\\}]*}
      type=${line#*'"type":"'}; type=${type%%'"'*}
      \(commands)
    done
    """
  }

  /// The answer to the request of `loop`.
  static func answer(_ dialog: String, id: String = "$id") -> String {
    #"echo "{\"type\":\"answer\",\"id\":\#(id),\"dialog\":\"\#(dialog)\"}""#
  }

  init(
    _ script: String, named name: String = "garden", limits: AppHostLimits = .patient, settings: String = "start: at-start",
    clock: any Clock<Duration> = ContinuousClock()
  ) throws {
    folder = try TemporaryFolder()
    self.name = name
    try folder.script(script, named: "app")
    try folder.write("command: [./app]\n\(settings)\n", to: "\(name).app.yaml")
    apps = AppHosts(limits: limits, clock: clock, logger: log.logger)
  }

  func assistant() async throws -> Assistant {
    try await apps.assistant(AppFile(path: "\(folder.path)/\(name).app.yaml"))
  }

  func asked() async throws -> AskedAssistant { try AskedAssistant(try await assistant()) }

  /// Returns whether a message is logged, at once or soon.
  func logs(_ text: String) async -> Bool { await eventually { log.messages.contains { $0.contains(text) } } }
}
