import ArgumentParser
import Foundation
import Logging
import Vocative

/// `vocative check FILE`: what is right and wrong with an intents file.
struct Check: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check an intents file and tell what was loaded.",
    discussion: "Exit status 0 when the file can be used, 65 when it has faults, 66 when there is no such file.")

  @Option(
    help: ArgumentHelp("Folder of the recognition model.", valueName: "folder"))
  var model: String?

  @Flag(help: "Print what was loaded as one JSON object.")
  var json = false

  @Flag(name: .shortAndLong, help: "Tell what the libraries do, on standard error.")
  var verbose = false

  @Argument(help: "The intents file.", completion: .file())
  var file: String

  func run() async throws {
    let logger = LibraryMessages.logger(level: verbose ? .debug : .warning)
    let assistant = try IntentsFile.load(path: file)
    let grammar = try await IntentRuntime(forgetful: assistant, logger: logger).grammar()
    let planner = SpeechPlanner(model: try RecognitionModel(directory: model), assistant: assistant)
    let summary = AssistantSummary(assistant: assistant, plan: try planner.plan(for: grammar))
    if json {
      StandardOutput.line(summary.json)
    } else {
      summary.lines.forEach(StandardOutput.line)
      let warnings = CountedNoun(summary.warnings.count, "warning")
      StandardOutput.line(summary.warnings.isEmpty ? "\(file): fine" : "\(file): usable, with \(warnings)")
    }
  }
}
