import ArgumentParser
import Logging
import Vocative
import VocativeControl

/// `vocative assistants …`: lists, enables and disables the installed assistants.
struct Assistants: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List, enable and disable the installed assistants.",
    discussion: """
      If the daemon runs, these commands show and change its assistants, and report this on standard error. The microphone stays \
      open, and requests that run are finished. --local shows and changes the assistants of your own commands.

      Assistants are installed as NAME.intents.yaml, or apps as NAME.app.yaml, in $XDG_CONFIG_HOME/vocative/assistants, \
      /etc/vocative/assistants or /usr/share/vocative/assistants; the first folder with a name wins. The last folder is assistants \
      beside the data, /var/lib/vocative/assistants for the service, which writes the home of Home Assistant there.
      """,
    subcommands: [List.self, Enable.self, Disable.self, Choices.self, Forget.self], defaultSubcommand: List.self)

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the installed assistants with their states.")
    @OptionGroup var options: AssistantControlOptions

    func run() async throws {
      options.print(try await options.listings())
      for file in AssistantCatalog.standard.folders.misnamed() { StandardError.write("vocative: warning: \(file)\n") }
    }
  }

  struct Enable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Enable an assistant.")
    @OptionGroup var options: AssistantControlOptions
    @Argument(help: "The name of the assistant.")
    var name: String

    func run() async throws { options.print(try await options.set(name, isEnabled: true)) }
  }

  struct Disable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Disable an assistant.")
    @OptionGroup var options: AssistantControlOptions
    @Argument(help: "The name of the assistant.")
    var name: String

    func run() async throws { options.print(try await options.set(name, isEnabled: false)) }
  }

  struct Choices: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the assistants that were chosen for sentences that several assistants share.")
    @OptionGroup var options: AssistantControlOptions

    func run() async throws {
      for choice in try await options.choices() { options.print(choice) }
    }
  }

  struct Forget: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Forget the chosen assistant of a shared sentence.",
      discussion: "The next time, the question is asked again. Exit status: 1 if no assistant is remembered for the sentence.")
    @OptionGroup var options: AssistantControlOptions
    @Flag(help: "Forget the chosen assistants of all sentences.")
    var all = false
    @Argument(help: "The sentence, as \"vocative assistants choices\" lists it.")
    var sentence: String?

    func validate() throws {
      guard all != (sentence != nil) else { throw ValidationError("Give a sentence, or --all.") }
    }

    func run() async throws { try await options.forget(all ? nil : sentence) }
  }
}

/// Options of the commands for assistants, which a running daemon performs.
struct AssistantControlOptions: ParsableArguments {
  @OptionGroup var daemon: DaemonOptions

  @Flag(help: "Print one JSON object per line.")
  var json = false

  /// Returns the installed assistants.
  func listings() async throws -> [AssistantListing] {
    if let reply = try await daemon.reply(to: .assistants) { return reply.assistants ?? [] }
    return try await localListings()
  }

  /// Enables or disables an assistant, and returns the installed assistants.
  func set(_ name: String, isEnabled: Bool) async throws -> [AssistantListing] {
    if let reply = try await daemon.reply(to: isEnabled ? .enableAssistant(name) : .disableAssistant(name)) {
      return reply.assistants ?? []
    }
    try AssistantCatalog.standard.set(name, isEnabled: isEnabled)
    return try await localListings()
  }

  /// Returns the chosen assistants of shared sentences.
  func choices() async throws -> [SharedSentenceChoice] {
    if let reply = try await daemon.reply(to: .choices) { return reply.choices ?? [] }
    return try await Self.localChoices().all()
  }

  /// Forgets the chosen assistant of a sentence, or of all.
  func forget(_ sentence: String?) async throws {
    guard try await daemon.reply(to: .forgetChoice(sentence)) == nil else { return }
    let choices = try Self.localChoices()
    guard let sentence else { return try await choices.forgetAll() }
    guard try await choices.forget(SpokenText.sentence(of: sentence)) else {
      StandardError.write("vocative: no assistant is remembered for \"\(sentence)\"; \"vocative assistants choices\" lists all\n")
      throw ExitStatus.no
    }
  }

  func print(_ listings: [AssistantListing]) {
    for listing in listings {
      guard !json else {
        StandardOutput.line(listing.jsonLine)
        continue
      }
      let state = listing.enabled ? listing.state.rawValue : "disabled"
      let reason = listing.reason.map { ": \($0)" } ?? ""
      StandardOutput.line("\(listing.name) (\(listing.kind.rawValue)): \(state)\(reason)")
    }
  }

  func print(_ choice: SharedSentenceChoice) {
    StandardOutput.line(
      json
        ? choice.jsonLine
        : "\"\(choice.sentence)\": \(choice.assistant), not \(choice.others.joined(separator: " or "))")
  }

  private func localListings() async throws -> [AssistantListing] {
    let selection = AssistantSelection(in: .standard)
    var failures: [String: String] = [:]
    do {
      // The reasons are part of the list.
      failures = try await LoadedAssistants(selection, logger: LibraryMessages.logger(level: .critical)).failures
    } catch AssistantSelectionError.none {
      // The list shows that all of them are disabled.
    }
    return try selection.catalog.listings(failures: failures)
  }

  private static func localChoices() throws -> AssistantChoices {
    AssistantChoices(store: try RuntimeStore(path: AssistantLoader.storePath(for: "runtime")))
  }
}
