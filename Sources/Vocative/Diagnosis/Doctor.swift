import Foundation
public import Logging
import PocketSphinx
import ProgramOutput
import VocativeDetection
import VocativeIntents
import VocativeIntentsFile
import VocativeMemory
import VocativeStorage
import VocativeUnderstanding

/// Checks the parts of the pipeline by using them: the microphone, the model, the speech engine, and the store.
public struct Doctor: Sendable {
  private let device: String
  private let outputDevice: String
  private let modelDirectory: String?
  private let assistants: AssistantSelection
  private let configurationFaults: [String]
  private let logger: Logger

  /// Creates a doctor for the devices, model and assistants that will be used.
  ///
  /// - Parameter configurationFaults: The faults of the daemon's configuration, each with its location.
  public init(
    device: String, outputDevice: String, modelDirectory: String?, assistants: AssistantSelection,
    configurationFaults: [String] = [], logger: Logger
  ) {
    self.configurationFaults = configurationFaults
    self.device = device
    self.outputDevice = outputDevice
    self.modelDirectory = modelDirectory
    self.assistants = assistants
    self.logger = logger
  }

  /// Runs every check and reports each finding immediately.
  ///
  /// - Returns: True if no check found a fault.
  public func examine(_ emit: @Sendable (Finding) -> Void) async -> Bool {
    var isFine = true
    func report(_ finding: Finding) {
      isFine = isFine && finding.ok
      emit(finding)
    }
    for fault in configurationFaults {
      let remedy = Remedy("vocatived --help-config", note: "describes all settings; the daemon does not start with this fault")
      report(.fault("configuration", fault, remedy: remedy))
    }
    for finding in await MicrophoneCheck(device: device, logger: logger).findings() { report(finding) }
    report(modelFinding())
    for finding in await SpeechCheck(device: outputDevice).findings() { report(finding) }
    if assistants.files.isEmpty {
      for file in assistants.catalog.folders.misnamed() { report(.fine("assistant files", file)) }
    }
    for finding in await assistantFindings() { report(finding) }
    if let finding = calibrationFinding() { report(finding) }
    return isFine
  }

  private func modelFinding() -> Finding {
    do {
      let model = try RecognitionModel(directory: modelDirectory)
      let loaded = try SpeechPlanner(model: model, wakePhrases: ["hello"]).plan(for: .init())
      let detector = Detector(model: model.acousticModel)
      try detector.setKeyphrases(loaded.keyphrases, lexicon: loaded.lexicon)
      return .fine("recognition model", "\(model.acousticModel.directory) loads")
    } catch let error as PocketSphinxError where error.code == .noModel {
      let remedy = Remedy("ls \(error.operation)", note: "a model has the folder en-us and the file cmudict-en-us.dict")
      return .fault("recognition model", "\(error)", remedy: remedy)
    } catch let error as PocketSphinxError where error.code == .pronunciation {
      return .fault("recognition model", "\(error)", remedy: "correct or remove that line of \(UserDictionaryFile.path)")
    } catch let error as PocketSphinxError where error.code == .noPronunciations {
      let remedy = Remedy("ls -l \(UserDictionaryFile.path)", note: "or unset \(UserDictionaryFile.variable)")
      return .fault("recognition model", "\(error)", remedy: remedy)
    } catch {
      return .fault("recognition model", "\(error)", remedy: .model)
    }
  }

  /// Returns whether the tuned thresholds can be used; nil if there are none, or no model to use them with.
  private func calibrationFinding() -> Finding? {
    let (check, file) = ("calibration", SpottingCalibrationFile.user)
    do throws(SpottingCalibrationError) {
      guard let calibration = try file.read(), let model = try? RecognitionModel(directory: modelDirectory) else { return nil }
      let change = FollowedCalibration.Change(path: file.path, calibration: calibration)
      let description = change.description(for: model.acousticModel.name)
      return change.isForeign(to: model.acousticModel.name)
        ? .fault(check, description, remedy: "vocative tune") : .fine(check, description)
    } catch {
      return .fault(check, "\(error)", remedy: "vocative tune    (replaces the file), or: rm \(file.path)")
    }
  }

  private func assistantFindings() async -> [Finding] {
    // The finding about the model reports its fault.
    let model = try? RecognitionModel(directory: modelDirectory)
    do {
      var findings: [Finding] = []
      for choice in try assistants.choices() { findings.append(await finding(for: choice, model: model)) }
      return findings
    } catch {
      let check = assistants.names.first.map { "assistant \($0)" } ?? "assistants"
      return [.fault(check, ErrorMessage.text(for: error), remedy: remedy(for: error))]
    }
  }

  /// Returns the command for a selection that cannot be used.
  private func remedy(for error: any Error) -> String {
    switch error {
    case let error as UnknownAssistantError: "vocative doctor --assistant \(error.known.first ?? "NAME")"
    case let error as AssistantStateError: "rm \(error.path)    (enables all assistants)"
    case AssistantSelectionError.none: "vocative assistants enable \(assistants.catalog.names.first ?? "NAME")"
    default: "vocative assistants list"
    }
  }

  private func finding(for choice: AssistantChoice, model: RecognitionModel?) async -> Finding {
    let name =
      switch choice {
      case .named(let chosen, _), .installed(let chosen, _), .app(let chosen, _): "assistant \(chosen)"
      case .file(let path): "assistant \(path)"
      }
    // An assistant that can be used in part logs the faults of the rest.
    let faults = FaultRecorder()
    do {
      let assistant = try await AssistantLoader.load(choice, logger: faults.logger(before: logger))
      let runtime = try IntentRuntime(inMemory: assistant, logger: logger)
      let grammar = try await runtime.grammar()
      let plan = try model.map { try SpeechPlanner(model: $0, assistant: assistant).plan(for: grammar) }
      if !faults.messages.isEmpty {
        return .fault(
          name, faults.messages.joined(separator: "; "), remedy: "vocative doctor    (again, after you have corrected the file)")
      }
      guard let plan else {
        return .fine(name, "its store opens; its words are not checked, because they need a recognition model")
      }
      return .fine(name, "its store opens and it listens for \(plan.lexicon.pronunciations.count) words")
    } catch {
      return .fault(name, ErrorMessage.text(for: error), remedy: remedy(for: error, of: choice))
    }
  }

  /// Returns the command for an assistant that cannot be used.
  private func remedy(for error: any Error, of choice: AssistantChoice) -> String {
    switch (choice, error) {
    case (.file(let path), let error as IntentsFileError) where error.code == .missing,
      (.installed(_, let path), let error as IntentsFileError) where error.code == .missing,
      (.app(_, let path), let error as IntentsFileError) where error.code == .missing:
      return "ls \(path)"
    case (.file(let path), _), (.installed(_, let path), _), (.app(_, let path), _):
      return "vocative check \(path)    (repeat until it finds no fault)"
    case (.named, let error as StoreError) where error.isMissing: return "ls -ld \(ParentFolder.existing(of: error.path ?? ""))"
    case (.named, let error as StoreError) where !error.isRejection: return "ls -l \(error.path ?? "")*"
    case (.named, let error as UnknownAssistantError): return "vocative doctor --assistant \(error.known.first ?? "NAME")"
    case (.named, is UnknownWordError):
      return "vocative pronounce WORD    (then add its pronunciation to \(UserDictionaryFile.path))"
    case (.named(let name, _), _): return "vocative ask --verbose --assistant \(name) \"list my shortcuts\""
    }
  }
}
