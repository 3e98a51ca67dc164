public import Logging
public import VocativeIntents
public import VocativeIntentsFile
import VocativeUnderstanding

/// The assistants of a selection that can be used, and the reasons why others cannot.
public struct LoadedAssistants: Sendable {
  /// The assistants, in the order of the selection.
  public private(set) var assistants: [Assistant] = []
  /// The reasons why assistants cannot be used, by name.
  public private(set) var failures: [String: String] = [:]

  /// Loads the assistants of a selection.
  ///
  /// An installed file that cannot be used is logged. It leaves the others alone unless it was chosen by name.
  ///
  /// - Parameters:
  ///   - user: The user that runs commands of intents files; nil for the user of this process.
  ///   - model: The model that must be able to pronounce the phrases of intents files; nil if phrases are only typed.
  /// - Throws: The error of a chosen assistant, or of the first one if none can be used.
  public init(
    _ selection: AssistantSelection, runningHandlersAs user: HandlerUser? = nil, model: RecognitionModel? = nil, logger: Logger
  ) async throws {
    var firstError: (any Error)?
    let choices = try selection.choices()
    for choice in choices {
      do {
        let assistant = try AssistantLoader.load(choice, runningHandlersAs: user, logger: logger)
        // Combined with others, the fault of one would be a fault of all.
        if choices.count > 1, choice.path != nil { try await Self.check(assistant, model: model, logger: logger) }
        assistants.append(assistant)
      } catch {
        // A program that brings an assistant along must be able to use it.
        guard selection.isEverything, choice.path != nil else { throw error }
        let reason = ErrorMessage.text(for: error)
        logger.error("the assistant \"\(choice.name)\" is not available: \(reason)")
        failures[choice.name] = reason
        firstError = firstError ?? error
      }
    }
    if assistants.isEmpty, let firstError { throw firstError }
    warnOfWakePhrases(logger: logger)
  }

  /// Warns of wake phrases for assistants that are not served.
  private func warnOfWakePhrases(logger: Logger) {
    let names = assistants.map(\.name)
    for assistant in assistants {
      for (phrase, scope) in assistant.wakeScopes.sorted(by: { $0.key < $1.key }) {
        for name in scope where !names.contains(name) {
          logger.warning("the wake phrase \"\(phrase)\" of \"\(assistant.name)\" is for \"\(name)\", which is not served")
        }
      }
    }
  }

  private static func check(_ assistant: Assistant, model: RecognitionModel?, logger: Logger) async throws {
    let grammar = try await IntentRuntime(inMemory: assistant, logger: logger).grammar()
    if let model {
      try SpeechPlanner(model: model, assistant: assistant).check(grammar)
    } else {
      _ = try CompiledGrammar(grammar.removingUnfillablePhrases())
    }
  }
}
