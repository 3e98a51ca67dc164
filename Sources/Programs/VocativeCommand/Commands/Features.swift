import ArgumentParser
import Vocative

/// `vocative features …`: lists the features of the assistants, and turns them on and off.
struct Features: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the features of the assistants, and turn them on and off.",
    discussion: """
      If the daemon runs, these commands show and change its features, and report this on standard error. --local and --intents \
      use your own folders.
      """,
    subcommands: [List.self, Enable.self, Disable.self], defaultSubcommand: List.self)

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the features, each with the reason why it is off.")
    @OptionGroup var options: MemoryOptions

    func run() async throws { try await Features.perform(.features, options) }
  }

  struct Enable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Turn a feature on.",
      discussion: "This also grants the permissions that the feature asks for.")
    @OptionGroup var options: MemoryOptions
    @Argument(help: "The feature, such as notes.Presentation.")
    var feature: String

    func run() async throws {
      try await Features.perform(.setFeature(feature, isOn: true), options)
    }
  }

  struct Disable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Turn a feature off.", discussion: "A request to it is answered with the reason.")
    @OptionGroup var options: MemoryOptions
    @Argument(help: "The feature, such as notes.Presentation.")
    var feature: String

    func run() async throws {
      try await Features.perform(.setFeature(feature, isOn: false), options)
    }
  }

  private static func perform(_ action: MemoryRequest.Action, _ options: MemoryOptions) async throws {
    for feature in try await options.report(action).features ?? [] {
      feature.print(asJSON: options.json)
    }
  }
}
