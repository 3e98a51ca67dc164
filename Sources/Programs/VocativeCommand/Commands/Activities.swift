public import ArgumentParser
import Foundation
public import Vocative

/// `vocative activities …`: lists resumable activities and continues one.
struct Activities: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List resumable activities, and continue one.",
    subcommands: [Search.self, Continue.self, Clear.self], defaultSubcommand: Search.self)

  struct Search: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List resumable activities, the latest first.",
      discussion: "With --json, each line contains what another device needs to continue the activity.")
    @OptionGroup var options: AssistantOptions
    @Option(help: "The intended use of the activities: search, prediction or handOff.")
    var eligibility = ActivityType.Eligibility.search
    @Argument(help: "Words of the title (default: all activities).")
    var words: [String] = []

    func run() async throws {
      let history = try await options.makeRuntime(logger: options.makeLogger()).memory.activities
      for entry in try await history.entries(eligibleFor: eligibility, matching: words.joined(separator: " ")) {
        ActivityLine(entry).print(asJSON: options.json)
      }
    }
  }

  struct Continue: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Continue an activity.", discussion: "Exit status: 1 if there is no such activity, or it cannot be continued.")
    @OptionGroup var options: AssistantOptions
    @Argument(help: "The identifier, or words of the title; the latest match is continued.")
    var place: [String]

    func run() async throws {
      let runtime = try await options.makeRuntime(logger: options.makeLogger())
      let wanted = place.joined(separator: " ")
      let all = try await runtime.memory.activities.all()
      let words = SpokenText.words(of: wanted)
      let found = all.first { $0.id == wanted } ?? all.first { Set(words).isSubset(of: SpokenText.words(of: $0.activity.title)) }
      guard let found, !words.isEmpty else {
        StandardError.write("vocative: no activity matches \"\(wanted)\"; \"vocative activities\" lists all\n")
        throw ExitStatus.no
      }
      let response = await runtime.continueActivity(found.activity, of: found.assistant)
      StandardOutput.line(response.dialog.isEmpty ? found.activity.title : response.dialog)
      if let card = response.card {
        let shown = InterfaceCard(card, intent: "", dialog: response.dialog, code: response.code)
        TerminalCard.lines(for: shown, style: EventPrinter.terminalStyle).forEach(StandardOutput.drawing)
      }
      if response.code != .success { throw ExitStatus.no }
    }
  }

  struct Clear: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Delete all activities.")
    @OptionGroup var options: AssistantOptions

    func run() async throws {
      try await options.makeRuntime(logger: options.makeLogger()).memory.activities.removeAll()
    }
  }
}

extension ActivityType.Eligibility: ExpressibleByArgument {}
