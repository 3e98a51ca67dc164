public import ArgumentParser
import Foundation
public import Vocative

/// `vocative activities …`: lists resumable activities and continues one.
struct Activities: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List resumable activities, and continue one.",
    discussion: """
      If the daemon runs, these commands show and change its activities, and report this on standard error. --local and \
      --intents use your own folders.
      """,
    subcommands: [Search.self, Continue.self, Clear.self], defaultSubcommand: Search.self)

  struct Search: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List resumable activities, the latest first.",
      discussion: "With --json, each line contains what another device needs to continue the activity.")
    @OptionGroup var options: MemoryOptions
    @Option(help: "The intended use of the activities: search, prediction or handOff.")
    var eligibility = ActivityType.Eligibility.search
    @Argument(help: "Words of the title (default: all activities).")
    var words: [String] = []

    func run() async throws {
      let report = try await options.report(.activities(eligibility, words: words.joined(separator: " ")))
      for activity in report.activities ?? [] { activity.print(asJSON: options.json) }
    }
  }

  struct Continue: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Continue an activity.", discussion: "Exit status: 1 if there is no such activity, or it cannot be continued.")
    @OptionGroup var options: MemoryOptions
    @OptionGroup var homeAssistant: HomeAssistantOptions
    @Flag(
      help: "Continue an activity of another device, which standard input contains as a line of \"vocative activities --json\".")
    var received = false
    @Argument(help: "The identifier, or words of the title; the latest match is continued.")
    var place: [String] = []

    func validate() throws {
      guard place.isEmpty == received else { throw ValidationError("Give words of the title, or --received.") }
    }

    func run() async throws {
      let wanted = place.joined(separator: " ")
      let action: MemoryRequest.Action =
        received ? .continueReceived(try await Activities.receivedActivity()) : .continueActivity(wanted)
      let performance = MemoryOptions.Performance(homeAssistant: try homeAssistant.server)
      guard let continued = try await options.report(action, with: performance).continued else {
        StandardError.write("vocative: no activity matches \"\(wanted)\"; \"vocative activities\" lists all\n")
        throw ExitStatus.no
      }
      if options.json { StandardOutput.line(continued.event.json) } else { Activities.print(continued) }
      if continued.code.isFailure { throw ExitStatus.no }
    }
  }

  fileprivate static func print(_ continued: MemoryReport.ContinuedActivity) {
    StandardOutput.line(continued.dialog)
    guard let card = continued.card else { return }
    let shown = InterfaceCard(card, intent: "", dialog: continued.dialog, code: continued.code)
    TerminalCard.lines(for: shown, style: EventPrinter.terminalStyle).forEach(StandardOutput.drawing)
  }

  /// The activity on standard input.
  fileprivate static func receivedActivity() async throws -> MemoryRequest.ReceivedActivity {
    let line = await StandardInput.line() ?? ""
    do {
      return try JSONDecoder().decode(MemoryRequest.ReceivedActivity.self, from: Data(line.utf8))
    } catch {
      throw ReceivedActivityError(isMissing: line.allSatisfy(\.isWhitespace))
    }
  }

  struct Clear: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Delete all activities.")
    @OptionGroup var options: MemoryOptions

    func run() async throws { _ = try await options.report(.clearActivities) }
  }
}

extension ActivityType.Eligibility: ExpressibleByArgument {}

/// Standard input without an activity of another device.
private struct ReceivedActivityError: Error, CustomStringConvertible, ExitStatusProviding {
  /// Whether standard input is empty.
  let isMissing: Bool

  var description: String {
    (isMissing ? "no activity was received; " : "")
      + "standard input must be a line of \"vocative activities --eligibility handOff --json\" of another device"
  }
  var exitStatus: ExitStatus { .data }
}
