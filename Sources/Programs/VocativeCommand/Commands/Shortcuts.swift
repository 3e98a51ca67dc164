import ArgumentParser
import Foundation
import Vocative

/// `vocative shortcuts …`: manages phrases for one or more requests.
struct Shortcuts: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Manage your own phrases for requests.",
    discussion: """
      If the daemon runs, these commands show and change its shortcuts, and report this on standard error. --local, --intents \
      and --model use your own folders.

      Exit status: 0 on success, 1 if a phrase is refused or there is no such shortcut.
      """,
    subcommands: [List.self, Add.self, Edit.self, Delete.self, Suggest.self], defaultSubcommand: List.self)

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List shortcuts.",
      discussion: """
        A shortcut that "waits" has the phrase of an older shortcut from another room; edit or delete it by its identifier.
        One that "does not work" has a step that no assistant can perform, as after an intent was renamed; edit or delete it.
        """)
    @OptionGroup var options: MemoryOptions

    func run() async throws {
      for shortcut in try await options.report(.shortcuts).shortcuts ?? [] { shortcut.print(asJSON: options.json) }
    }
  }

  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Add a phrase for one or more requests.",
      discussion: "Example: vocative shortcuts add \"monday morning\" \"safe to spend\" \"vacation goal\"")
    @OptionGroup var options: ShortcutOptions
    @Argument(help: "The phrase to say.")
    var phrase: String
    @Argument(help: "One or more requests, as you would say them.")
    var requests: [String]

    func run() async throws {
      try await options.perform(.addShortcut(phrase: phrase, requests: requests))
    }
  }

  struct Edit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Change the phrase of a shortcut, or its steps.",
      discussion: "Example: vocative shortcuts edit \"monday morning\" --step \"safe to spend\" --step \"list my goals\"")
    @OptionGroup var options: ShortcutOptions
    @Argument(help: "The current phrase, or the identifier.")
    var shortcut: String
    @Argument(help: "The new phrase.")
    var phrase: String?
    @Option(
      name: .customLong("step"),
      help: ArgumentHelp(
        "A request that it stands for from now on, as you would say it; may be repeated (default: the steps stay).",
        valueName: "request"))
    var steps: [String] = []

    func validate() throws {
      guard phrase != nil || !steps.isEmpty else { throw ValidationError("Give a new phrase, or --step.") }
    }

    func run() async throws {
      try await options.perform(.editShortcut(shortcut, phrase: phrase, requests: steps))
    }
  }

  struct Delete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Delete a shortcut.")
    @OptionGroup var options: MemoryOptions
    @Argument(help: "The phrase, or the identifier.")
    var shortcut: String

    func run() async throws {
      try await options.report(.deleteShortcut(shortcut)).change?.print(asJSON: options.json)
    }
  }

  struct Suggest: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Suggest requests, based on earlier ones.",
      discussion: "\"Added\" marks a request that already has a shortcut.")
    @OptionGroup var options: MemoryOptions
    @Option(help: ArgumentHelp("The maximum number of suggestions.", valueName: "count"))
    var limit = 5
    @Option(help: ArgumentHelp("The place you are at, for shortcuts that are relevant there (default: none).", valueName: "name"))
    var place: String?
    @Flag(help: "Suggest requests to sample data for Money, Notes and Messages (default: off).")
    var sample = false

    func validate() throws {
      guard limit > 0 else { throw ValidationError("--limit must be at least 1") }
    }

    func run() async throws {
      let report = try await options.report(.suggestions(limit: limit, place: place), with: .init(hasSampleData: sample))
      for suggestion in report.suggestions ?? [] { suggestion.print(asJSON: options.json) }
    }
  }
}
