public import ArgumentParser
import Foundation
public import Vocative

/// `vocative activities …`: where requests have led to, and going on from there.
struct Activities: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Where requests have led you to, and how to get there again.",
    subcommands: [Search.self, Continue.self, Clear.self], defaultSubcommand: Search.self)

  struct Search: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Find where you were, the last place first.",
      discussion: "With --json each line has what another device needs to go on from there.")
    @OptionGroup var options: AssistantOptions
    @Option(help: "What the places are wanted for: search, prediction or handOff.")
    var eligibility = ActivityType.Eligibility.search
    @Argument(help: "Words of its title; none for all.")
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
      abstract: "Go on from where you were.", discussion: "Exit status 1 when there is no such place, or it cannot be gone to.")
    @OptionGroup var options: AssistantOptions
    @Argument(help: "The identifier, or words of the title: the last place that has them.")
    var place: [String]

    func run() async throws {
      let runtime = try await options.makeRuntime(logger: options.makeLogger())
      let wanted = place.joined(separator: " ")
      let all = try await runtime.memory.activities.all()
      let words = SpokenText.words(of: wanted)
      let found = all.first { $0.id == wanted } ?? all.first { Set(words).isSubset(of: SpokenText.words(of: $0.activity.title)) }
      guard let found, !words.isEmpty else {
        StandardError.write("vocative: there is no activity \"\(wanted)\"; type: vocative activities\n")
        throw ExitStatus.no
      }
      let response = await runtime.continueActivity(found.activity)
      StandardOutput.line(response.dialog.isEmpty ? found.activity.title : response.dialog)
      if let card = response.card {
        let shown = InterfaceCard(card, intent: "", dialog: response.dialog, code: response.code)
        TerminalCard.lines(for: shown, style: EventPrinter.terminalStyle).forEach(StandardOutput.line)
      }
      if response.code != .success { throw ExitStatus.no }
    }
  }

  struct Clear: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Forget where you were.")
    @OptionGroup var options: AssistantOptions

    func run() async throws {
      try await options.makeRuntime(logger: options.makeLogger()).memory.activities.removeAll()
    }
  }
}

extension ActivityType.Eligibility: ExpressibleByArgument {}
