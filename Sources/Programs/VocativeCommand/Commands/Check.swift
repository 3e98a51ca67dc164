import ArgumentParser
import Foundation
import Logging
import PocketSphinx
import Vocative
import VocativeTuning

/// `vocative check FILE`: checks an intents file, or an app.
struct Check: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check an intents file or an app, and summarize its contents.",
    discussion: "Exit status: 0 if the file can be used, 65 if it has faults, 66 if it does not exist.")

  @Option(
    help: ArgumentHelp(RecognitionModel.help, valueName: "folder"))
  var model: String?

  @Flag(help: "Print the summary as one JSON object.")
  var json = false

  @Flag(name: .shortAndLong, help: "Log messages of the libraries on standard error.")
  var verbose = false

  @Argument(help: "The intents file or the app file.", completion: .file())
  var file: String

  func validate() throws { try InputPath.requireNamed([file], "<file>") }

  /// Returns warnings about wake phrases with too few sounds, which tuning would report.
  private static func shortWakePhrases(of assistant: Assistant, in plan: SpeechPlan) -> [String] {
    let place = assistant.location.map { "\($0): " } ?? ""
    return plan.wakePhrases.compactMap { words in
      guard let count = plan.lexicon.phones(of: words)?.count, count < PhraseFault.minPhones else { return nil }
      let fault = PhraseFault.tooShort(phones: count, soundsLike: nil)
      return "\(place)the wake phrase \"\(words.joined(separator: " "))\" is \(fault); add a word, as in \"hey …\""
    }
  }

  func run() async throws {
    // The summary has the warnings of an intents file.
    let level: Logger.Level = file.hasSuffix(AppFile.suffix) ? .warning : .error
    let logger = LibraryMessages.logger(level: verbose ? .debug : level)
    let assistant = try await AssistantLoader.load(AssistantChoice(path: file), logger: logger)
    let grammar = try await IntentRuntime(inMemory: assistant, logger: logger).grammar()
    let planner = SpeechPlanner(model: try RecognitionModel(directory: model), assistant: assistant)
    let plan = try planner.plan(for: grammar)
    let summary = AssistantSummary(assistant: assistant, plan: plan, warnings: Self.shortWakePhrases(of: assistant, in: plan))
    if json {
      StandardOutput.line(summary.json)
    } else {
      summary.lines.forEach(StandardOutput.line)
      let warnings = CountedNoun(summary.warnings.count, "warning")
      StandardOutput.line(summary.warnings.isEmpty ? "\(file): fine" : "\(file): usable, with \(warnings)")
    }
  }
}
