public import Logging
public import VocativeApps
public import VocativeIntents
public import VocativeIntentsFile
import VocativeMemory
import VocativeStorage
import VocativeUnderstanding

/// The assistants of a selection that can be used, and the reasons why others cannot.
public struct LoadedAssistants: Sendable {
  /// The assistants, in the order of the selection.
  public private(set) var assistants: [Assistant] = []
  /// The reasons why assistants cannot be used, by name.
  public private(set) var failures: [String: String] = [:]

  /// Loads the assistants of a selection.
  ///
  /// An installed file that cannot be used is logged, and so is an assistant whose first database a full or read-only disk does not accept.
  /// It leaves the others alone unless it was chosen by name.
  ///
  /// - Parameters:
  ///   - handlers: The settings of the computer for handlers of intents files, and for apps.
  ///   - apps: The running apps, to which those of the selection are added; nil for apps that end with the assistants.
  ///   - model: The model that must be able to pronounce the phrases of intents files; nil if phrases are only typed.
  /// - Throws: The error of a chosen assistant, or of the first one if none can be used.
  public init(
    _ selection: AssistantSelection, handlers: HandlerSettings = HandlerSettings(), apps: AppHosts? = nil,
    model: RecognitionModel? = nil, logger: Logger
  ) async throws {
    var firstError: (any Error)?
    func fail(_ choice: AssistantChoice, _ error: any Error) throws {
      // A program that brings an assistant along must be able to use it, unless the disk does not accept its first database.
      let isMissing = (error as? StoreError)?.isMissing == true
      guard selection.isEverything, choice.path != nil || isMissing else { throw error }
      let reason = ErrorMessage.text(for: error)
      logger.error("the assistant \"\(choice.name)\" is not available: \(reason)")
      failures[choice.name] = reason
      firstError = firstError ?? error
    }
    let choices = try selection.choices()
    let apps = await Self.started(choices, handlers: handlers, apps: apps ?? AppHosts(logger: logger), logger: logger)
    var loaded: [(choice: AssistantChoice, assistant: Assistant, grammar: CompiledGrammar?)] = []
    for choice in choices {
      do {
        let assistant: Assistant
        if let app = apps[choice.name] {
          assistant = try app.get()
        } else {
          assistant = try await AssistantLoader.load(
            choice, handlers: handlers, sampleData: selection.sampleData, logger: logger)
        }
        // Combined with others, the fault of one would be a fault of all.
        let isChecked = choices.count > 1 && choice.path != nil
        loaded.append((choice, assistant, isChecked ? try await Self.compiled(assistant, logger: logger) : nil))
      } catch {
        try fail(choice, error)
      }
    }
    let unknown = try model.map { try Self.unknownWords(of: loaded.map { ($0.assistant, $0.grammar) }, model: $0) } ?? []
    for (choice, assistant, grammar) in loaded {
      do {
        if let grammar, let model, Self.isDoubtful(assistant, grammar, unknown: unknown, model: model) {
          try SpeechPlanner(model: model, assistant: assistant).check(grammar.grammar)
        }
        assistants.append(assistant)
      } catch {
        try fail(choice, error)
      }
    }
    if assistants.isEmpty, let firstError { throw firstError }
    warnOfWakePhrases(logger: logger)
  }

  /// Starts the apps of a selection at the same time, and returns them by name.
  private static func started(
    _ choices: [AssistantChoice], handlers: HandlerSettings, apps: AppHosts, logger: Logger
  ) async -> [String: Result<Assistant, any Error>] {
    await withTaskGroup(of: (String, Result<Assistant, any Error>).self) { group in
      for choice in choices {
        guard case .app = choice else { continue }
        group.addTask {
          do {
            let assistant = try await AssistantLoader.load(choice, handlers: handlers, apps: apps, logger: logger)
            return (choice.name, .success(assistant))
          } catch {
            return (choice.name, .failure(error))
          }
        }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
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

  private static func compiled(_ assistant: Assistant, logger: Logger) async throws -> CompiledGrammar {
    let grammar = try await IntentRuntime(inMemory: assistant, logger: logger).grammar()
    return try CompiledGrammar(grammar.removingUnfillablePhrases())
  }

  /// Returns the words without a pronunciation; all assistants are looked up at once, because each look-up reads the dictionary.
  private static func unknownWords(
    of assistants: [(assistant: Assistant, grammar: CompiledGrammar?)], model: RecognitionModel
  ) throws -> Set<String> {
    let words = assistants.reduce(into: Set<String>()) { words, part in
      if let grammar = part.grammar { words.formUnion(self.words(of: part.assistant, grammar)) }
    }
    return words.isEmpty ? [] : Set(try model.pronunciations.pronunciations(of: words, hints: [:]).unknownWords)
  }

  private static func words(of assistant: Assistant, _ grammar: CompiledGrammar) -> Set<String> {
    grammar.words.union(assistant.wakePhrases.flatMap(SpokenText.words))
  }

  /// Returns whether a grammar may have words that cannot be spoken.
  private static func isDoubtful(
    _ assistant: Assistant, _ grammar: CompiledGrammar, unknown: Set<String>, model: RecognitionModel
  ) -> Bool {
    !unknown.isDisjoint(with: words(of: assistant, grammar))
      || !grammar.pronunciations.values.allSatisfy(model.pronunciations.hasPhones)
  }
}
