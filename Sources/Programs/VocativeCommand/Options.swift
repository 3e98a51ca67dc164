import ArgumentParser
import BuiltInAssistants
import Foundation
import Logging
import Vocative

/// Options of every command that uses an assistant.
struct AssistantOptions: ParsableArguments {
  @Option(help: "The assistant: \(AssistantRegistry.help)")
  var assistant: String?

  @Option(help: ArgumentHelp("The intents file of your own assistant, in place of --assistant.", valueName: "file"))
  var intents: String?

  @Option(
    help: ArgumentHelp(RecognitionModel.help, valueName: "folder"))
  var model: String?

  @Flag(help: "Print one JSON object per line.")
  var json = false

  @Flag(name: .shortAndLong, help: "Log messages of the libraries on standard error, and print the scores of keyphrases.")
  var verbose = false

  @Option(
    help: ArgumentHelp(
      "Log everything about one feature or intent, such as Money.Goals, and only errors of everything else.", valueName: "topic"))
  var focus: String?

  @Flag(help: "Perform private requests without asking for the passphrase.")
  var unlocked = false

  func validate() throws {
    guard assistant == nil || intents == nil else {
      throw ValidationError("--assistant and --intents exclude each other")
    }
  }

  /// Returns the assistant's runtime.
  ///
  /// - Parameter model: The recognition model; without one, phrases are compared only as text.
  func makeRuntime(model: RecognitionModel? = nil, logger: Logger) async throws -> IntentRuntime {
    try await IntentRuntime(loading: choice, model: model, isUnlocked: unlocked, logger: logger)
  }

  /// Returns the selected assistant, or the default.
  var choice: AssistantChoice { AssistantChoice(name: assistant, intentsFile: intents, among: .builtIn) }

  /// Returns a logger on standard error that also receives the messages of the C libraries.
  func makeLogger() -> Logger {
    LibraryMessages.logger(level: verbose ? .debug : .warning, focus: focus.map(Focus.init))
  }
}

extension AssistantRegistry {
  /// The names of the built-in assistants, for the help of every option that selects one.
  static var help: String { "\(builtIn.names.joined(separator: ", ")) (default: \(builtIn.names[0]))." }
}

extension RecognitionModel {
  /// The help of every option that selects a model.
  static var help: String { "The folder of the recognition model (default: \(defaultDirectory), or $\(directoryVariable))." }
}
