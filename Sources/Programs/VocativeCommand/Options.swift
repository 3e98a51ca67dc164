import ArgumentParser
import BuiltInAssistants
import Foundation
import Logging
import PocketSphinx
import Vocative
import VocativeService

/// Options of every command that loads assistants.
struct LoadingOptions: ParsableArguments {
  @Option(name: .customLong("assistant"), help: ArgumentHelp(AssistantSelection.help, valueName: "a,b"))
  var assistantNames: [String] = []

  @Option(
    help: ArgumentHelp(
      "An intents file of your own, instead of installed assistants; may be repeated (default: none).", valueName: "file"))
  var intents: [String] = []

  @Flag(help: "Print one JSON object per line.")
  var json = false

  @Flag(name: .shortAndLong, help: "Log messages of the libraries on standard error, and print the scores of keyphrases.")
  var verbose = false

  @Option(
    help: ArgumentHelp(
      "Log everything about one feature or intent, such as Money.Goals, and only errors of everything else (default: none).",
      valueName: "topic"))
  var focus: String?

  /// The names of all options; nil without one.
  var assistant: String? { AssistantSelection.joined(assistantNames) }

  func validate() throws {
    guard assistant == nil || intents.isEmpty else {
      throw ValidationError("--assistant and --intents exclude each other")
    }
    guard assistant.map(AssistantSelection.names)?.isEmpty != true else {
      throw ValidationError("--assistant takes names separated by commas, as in money,notes")
    }
    try InputPath.requireNamed(intents, "--intents")
  }

  /// The selected assistants, or all that are enabled.
  var selection: AssistantSelection { selection(hasSampleData: false) }

  /// Returns the selected assistants, with sample data if it is chosen.
  func selection(hasSampleData: Bool) -> AssistantSelection {
    var selection = AssistantSelection(assistant, files: intents, in: hasSampleData ? .samples : .standard)
    if hasSampleData { selection.sampleData = .always }
    return selection
  }

  /// Returns a logger on standard error that also receives the messages of the C libraries.
  func makeLogger() -> Logger {
    LibraryMessages.logger(level: verbose ? .debug : .warning, focus: focus.map(Focus.init))
  }

  /// Warns of a focus that is not about any of the assistants of a runtime, and would only silence the log, or list nothing.
  func checkFocus(for runtime: IntentRuntime, isFilter: Bool = false) {
    let effect = isFilter ? "no request is listed" : "only problems are shown"
    guard let warning = FocusCheck.warning(about: focus, at: "--focus", topics: runtime.topics, effect: effect) else { return }
    // Not through the logger, which with a focus only logs errors of everything else.
    StandardError.write("vocative: warning: \(warning)\n")
  }
}

/// Options of every command that recognizes speech with the phrases of assistants.
struct RecognitionOptions: ParsableArguments {
  @OptionGroup var loading: LoadingOptions

  @Option(
    help: ArgumentHelp(RecognitionModel.help, valueName: "folder"))
  var model: String?

  var assistant: String? { loading.assistant }
  var intents: [String] { loading.intents }
  var json: Bool { loading.json }

  /// The selected assistants, or all that are enabled.
  var selection: AssistantSelection { loading.selection }

  /// Returns a logger on standard error that also receives the messages of the C libraries.
  func makeLogger() -> Logger { loading.makeLogger() }
}

/// Options of every command that performs requests to assistants.
struct AssistantOptions: ParsableArguments {
  @OptionGroup var recognition: RecognitionOptions
  @OptionGroup var homeAssistant: HomeAssistantOptions

  @Flag(help: "Perform private requests without asking for the passphrase.")
  var unlocked = false

  @Flag(help: ArgumentHelp(SampleData.help))
  var sample = false

  var assistant: String? { recognition.assistant }
  var intents: [String] { recognition.intents }
  var model: String? { recognition.model }
  var json: Bool { recognition.json }
  var verbose: Bool { recognition.loading.verbose }

  /// Returns the runtime of the assistants.
  ///
  /// - Parameters:
  ///   - model: The recognition model; without one, phrases are compared only as text.
  ///   - speech: The control of the program's speech, with which a person can change it; nil for none.
  ///   - sampleData: When assistants use sample data, unless it is chosen.
  func makeRuntime(
    model: RecognitionModel? = nil, speech: SpeechControl? = nil, sampleData: SampleData = .never, logger: Logger
  ) async throws -> IntentRuntime {
    if model == nil { try checkModel(logger: logger) }
    var selection = selection
    if !sample { selection.sampleData = sampleData }
    let runtime = try await IntentRuntime(
      loading: selection, model: model, isUnlocked: unlocked,
      handlers: HandlerSettings(homeAssistant: try homeAssistant.server), speech: speech, logger: logger)
    recognition.loading.checkFocus(for: runtime)
    return runtime
  }

  /// Checks the model and the user's dictionary for typed text, which needs neither: a wrong name of the model is an error.
  private func checkModel(logger: Logger) throws(PocketSphinxError) {
    let isNamed = model != nil || RecognitionModel.namedDirectory != nil
    guard isNamed || UserDictionaryFile.isPresent else { return }
    do throws(PocketSphinxError) {
      _ = try RecognitionModel(directory: model)
    } catch {
      switch error.code {
      case .pronunciation, .noPronunciations: logger.warning("\(error); only typed requests work with this file")
      default: if isNamed { throw error }
      }
    }
  }

  /// The selected assistants, or all that are enabled.
  var selection: AssistantSelection { recognition.loading.selection(hasSampleData: sample) }

  /// Returns a logger on standard error that also receives the messages of the C libraries.
  func makeLogger() -> Logger { recognition.makeLogger() }
}

extension SampleData {
  /// The help of every option for sample data.
  static var help: String {
    """
    Use sample data for Money, Notes and Messages, and a clock without alarms, all of which are discarded at the end (default: \
    off; replay, evaluate, and ask with --assistant use sample data if there is no data).
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
    "The assistants, separated by commas: \(AssistantRegistry.builtIn.names.joined(separator: ", ")), or installed ones; "
      + "may be repeated (default: all enabled ones)."
  }

  /// Returns repeated options as one; nil without any.
  static func joined(_ options: [String]) -> String? { options.isEmpty ? nil : options.joined(separator: ",") }

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
