import ArgumentParser
import Foundation
import Vocative

/// `vocative shortcuts …`: manages phrases for one or more requests.
struct Shortcuts: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Manage your own phrases for requests.",
    discussion: "Exit status: 0 on success, 1 if a phrase is refused or there is no such shortcut.",
    subcommands: [List.self, Add.self, Edit.self, Delete.self, Suggest.self], defaultSubcommand: List.self)

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List shortcuts.",
      discussion:
        "A shortcut that \"waits\" has the phrase of an older shortcut from another room; edit or delete it by its identifier.")
    @OptionGroup var options: AssistantOptions

    func run() async throws {
      let center = try await options.makeRuntime(logger: options.makeLogger()).shortcuts
      for shortcut in try await center.all() { ShortcutLine(shortcut).print(asJSON: options.json) }
      for shortcut in try await center.setAside() { ShortcutLine(shortcut, isWaiting: true).print(asJSON: options.json) }
    }
  }

  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Add a phrase for one or more requests.",
      discussion: "Example: vocative shortcuts add \"monday morning\" \"safe to spend\" \"vacation goal\"")
    @OptionGroup var options: AssistantOptions
    @Argument(help: "The phrase to say.")
    var phrase: String
    @Argument(help: "One or more requests, as you would say them.")
    var requests: [String]

    func run() async throws {
      let runtime = try await options.makeSpeakableRuntime()
      var steps: [Shortcut] = []
      for request in requests { steps.append(try await runtime.freeze(request, after: steps)) }
      try ShortcutLine.print(await runtime.shortcuts.add(phrase: phrase, steps: steps), asJSON: options.json)
    }
  }

  struct Edit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Change the phrase of a shortcut.")
    @OptionGroup var options: AssistantOptions
    @Argument(help: "The current phrase, or the identifier.")
    var shortcut: String
    @Argument(help: "The new phrase.")
    var phrase: String

    func run() async throws {
      let center = try await options.makeSpeakableRuntime().shortcuts
      let id = try await center.identifier(of: shortcut)
      try ShortcutLine.print(await center.update(id: id, phrase: phrase), asJSON: options.json)
    }
  }

  struct Delete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Delete a shortcut.")
    @OptionGroup var options: AssistantOptions
    @Argument(help: "The phrase, or the identifier.")
    var shortcut: String

    func run() async throws {
      let center = try await options.makeRuntime(logger: options.makeLogger()).shortcuts
      try ShortcutLine.print(await center.delete(try await center.identifier(of: shortcut)), asJSON: options.json)
    }
  }

  struct Suggest: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Suggest requests, based on earlier ones.",
      discussion: "\"Added\" marks a request that already has a shortcut.")
    @OptionGroup var options: AssistantOptions
    @Option(help: ArgumentHelp("The maximum number of suggestions.", valueName: "count"))
    var limit = 5
    @Option(help: ArgumentHelp("The place you are at, for shortcuts that are relevant there (default: none).", valueName: "name"))
    var place: String?

    func validate() throws {
      guard limit > 0 else { throw ValidationError("--limit must be at least 1") }
    }

    func run() async throws {
      let runtime = try await options.makeRuntime(logger: options.makeLogger())
      for suggestion in try await runtime.memory.shortcutSuggestions(place: place, limit: limit) {
        let state = try await runtime.shortcuts.state(of: suggestion.shortcut)
        SuggestionLine(suggestion, state: state).print(asJSON: options.json)
      }
    }
  }
}

extension AssistantOptions {
  /// Returns a runtime with pronunciations.
  fileprivate func makeSpeakableRuntime() async throws -> IntentRuntime {
    try await makeRuntime(model: try RecognitionModel(directory: model), logger: makeLogger())
  }
}

extension VoiceShortcutCenter {
  /// Returns the identifier of the shortcut with this phrase, or the text itself as an identifier.
  fileprivate func identifier(of wanted: String) async throws -> VoiceShortcut.ID {
    let words = SpokenText.words(of: wanted)
    return try await all().first { $0.id == wanted || SpokenText.words(of: $0.invocationPhrase) == words }?.id ?? wanted
  }
}
