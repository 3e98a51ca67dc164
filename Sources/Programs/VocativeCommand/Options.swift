import ArgumentParser
import BuiltInAssistants
import Foundation
import Logging
import Vocative

/// Options of every command that uses an assistant.
struct AssistantOptions: ParsableArguments {
  @Option(help: ArgumentHelp(AssistantSelection.help, valueName: "a,b"))
  var assistant: String?

  @Option(
    help: ArgumentHelp(
      "An intents file of your own, instead of installed assistants; may be repeated (default: none).", valueName: "file"))
  var intents: [String] = []

  @OptionGroup var homeAssistant: HomeAssistantOptions

  @Option(
    help: ArgumentHelp(RecognitionModel.help, valueName: "folder"))
  var model: String?

  @Flag(help: "Print one JSON object per line.")
  var json = false

  @Flag(name: .shortAndLong, help: "Log messages of the libraries on standard error, and print the scores of keyphrases.")
  var verbose = false

  @Option(
    help: ArgumentHelp(
      "Log everything about one feature or intent, such as Money.Goals, and only errors of everything else (default: none).",
      valueName: "topic"))
  var focus: String?

  @Flag(help: "Perform private requests without asking for the passphrase.")
  var unlocked = false

  @Flag(help: ArgumentHelp(SampleData.help))
  var sample = false

  func validate() throws {
    guard assistant == nil || intents.isEmpty else {
      throw ValidationError("--assistant and --intents exclude each other")
    }
    guard assistant.map(AssistantSelection.names)?.isEmpty != true else {
      throw ValidationError("--assistant takes names separated by commas, as in money,notes")
    }
  }

  /// Returns the runtime of the assistants.
  ///
  /// - Parameters:
  ///   - model: The recognition model; without one, phrases are compared only as text.
  ///   - speech: The control of the program's speech, with which a person can change it; nil for none.
  ///   - sampleData: When assistants use sample data, unless it is chosen.
  func makeRuntime(
    model: RecognitionModel? = nil, speech: SpeechControl? = nil, sampleData: SampleData = .never, logger: Logger
  ) async throws -> IntentRuntime {
    // Typed text needs no model, but a wrong option is an error.
    if model == nil, let folder = self.model { _ = try RecognitionModel(directory: folder) }
    return try await IntentRuntime(
      loading: selection(sampleData), model: model, isUnlocked: unlocked,
      handlers: HandlerSettings(homeAssistant: try homeAssistant.server), speech: speech, logger: logger)
  }

  /// The selected assistants, or all that are enabled.
  var selection: AssistantSelection { selection(.never) }

  /// Returns the selection with sample data, which the option chooses in any case.
  func selection(_ sampleData: SampleData) -> AssistantSelection {
    var selection = AssistantSelection(assistant, files: intents, in: sample ? .samples : .standard)
    selection.sampleData = sample ? .always : sampleData
    return selection
  }

  /// Returns a logger on standard error that also receives the messages of the C libraries.
  func makeLogger() -> Logger {
    LibraryMessages.logger(level: verbose ? .debug : .warning, focus: focus.map(Focus.init))
  }
}

extension SampleData {
  /// The help of every option for sample data.
  static var help: String {
    """
    Use sample data for Money, Notes and Messages, which is discarded at the end (default: off; replay, evaluate, and ask \
    with --assistant use it if there is no data).
    """
  }
}

extension AssistantCatalog {
  /// The assistants of the programs, and those in the folders of this user and computer.
  static var standard: AssistantCatalog { AssistantCatalog(registry: .builtIn) }

  /// The same, and the examples with sample data only.
  static var samples: AssistantCatalog { AssistantCatalog(registry: .samples) }
}

extension AssistantSelection {
  /// The help of every option that selects assistants.
  static var help: String {
    "The assistants, separated by commas: \(AssistantRegistry.builtIn.names.joined(separator: ", ")), or installed ones "
      + "(default: all enabled ones)."
  }

  /// Creates the selection of an option.
  init(_ option: String?, files: [String], in catalog: AssistantCatalog = .standard) {
    self.init(names: option.map(Self.names) ?? [], files: files, in: catalog)
  }

  /// Returns the names of an option.
  static func names(_ option: String) -> [String] {
    option.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }

  /// Returns the presenters for the cards of an assistant; one in a file draws its views itself.
  func presenters(of assistant: String) -> [any ResponsePresenter.Type] {
    files.isEmpty ? catalog.presenters(of: assistant) : []
  }
}

extension RecognitionModel {
  /// The help of every option that selects a model.
  static var help: String { "The folder of the recognition model (default: \(defaultDirectory), or $\(directoryVariable))." }
}
