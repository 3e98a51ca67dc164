import ArgumentParser
import Foundation
import Logging
import Vocative

/// Options every command that talks to an assistant has.
struct AssistantOptions: ParsableArguments {
  @Option(help: "The assistant to talk to: \(AssistantLoader.names.joined(separator: ", ")).")
  var assistant: String?

  @Option(help: ArgumentHelp("An assistant of your own, written as an intents file.", valueName: "file"))
  var intents: String?

  @Option(
    help: ArgumentHelp(
      "Folder of the recognition model (default: \(RecognitionModel.defaultDirectory), or $\(RecognitionModel.directoryVariable)).",
      valueName: "folder"))
  var model: String?

  @Flag(help: "One JSON object a line, for other programs.")
  var json = false

  @Flag(name: .shortAndLong, help: "Tell what the libraries do, on standard error.")
  var verbose = false

  @Option(
    help: ArgumentHelp(
      "Log all of one feature or intent, and nothing else, as in Money.Goals; on standard error.", valueName: "topic"))
  var focus: String?

  @Flag(help: "Do what is private without asking for the passphrase.")
  var unlocked = false

  func validate() throws {
    guard assistant == nil || intents == nil else {
      throw ValidationError("--assistant and --intents exclude each other: the intents file is the assistant")
    }
  }

  /// The assistant, ready to be spoken to.
  ///
  /// - Parameter model: The model that hears it; where there is none, phrases are only compared in writing.
  func makeRuntime(model: RecognitionModel? = nil, logger: Logger) async throws -> IntentRuntime {
    try await IntentRuntime(loading: choice, model: model, isUnlocked: unlocked, logger: logger)
  }

  /// The assistant that was chosen, or the default.
  var choice: AssistantChoice { AssistantChoice(name: assistant, intentsFile: intents) }

  /// A logger on standard error, and the C libraries' messages sent to it.
  func makeLogger() -> Logger {
    LibraryMessages.logger(level: verbose ? .debug : .warning, focus: focus.map(Focus.init))
  }
}
