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
  /// An installed file that cannot be used is logged, and so is an assistant whose database is damaged, unreadable or cannot be created.
  /// It leaves the others alone unless it was chosen by name. Of files whose grammars are too large together, the last ones are left out.
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
      // A program that brings an assistant along must be able to use it, unless its database cannot be used. A lock ends by itself.
      let isOfDatabase = (error as? StoreError).map { !$0.isRejection && !$0.isLocked && !$0.isCancelled } ?? false
      guard selection.isEverything, choice.path != nil || isOfDatabase else { throw error }
      let reason = ErrorMessage.text(for: error)
      let remedy = isOfDatabase ? "; or disable the assistant: vocative assistants disable \(choice.name)" : ""
      logger.error("the assistant \"\(choice.name)\" is not available: \(reason)\(remedy)")
      failures[choice.name] = reason
      firstError = firstError ?? error
    }
    let choices = try selection.choices()
    let apps = await Self.started(choices, handlers: handlers, apps: apps ?? AppHosts(logger: logger), logger: logger)
    var loaded: [Part] = []
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
        loaded.append(
          Part(
            choice: choice, assistant: assistant, grammar: isChecked ? try await Self.compiled(assistant, logger: logger) : nil))
      } catch {
        try fail(choice, error)
      }
    }
    let unknown = try model.map { try Self.unknownWords(of: loaded, model: $0) } ?? []
    var usable: [Part] = []
    for part in loaded {
      do {
        if let grammar = part.grammar, let model, Self.isDoubtful(part.assistant, grammar, unknown: unknown, model: model) {
          try SpeechPlanner(model: model, assistant: part.assistant).check(grammar.grammar)
        }
        usable.append(part)
      } catch {
        try fail(part.choice, error)
      }
    }
    while selection.isEverything, let fault = await Self.commonFault(of: usable),
      let last = usable.lastIndex(where: { $0.choice.path != nil })
    {
      let choice = usable.remove(at: last).choice
      let location = choice.path.map { Grammar.Location(file: $0, line: 1) }
      try fail(
        choice,
        GrammarError(code: fault.code, reason: "together with the other assistants, \(fault.reason)", location: location))
    }
    assistants = usable.map(\.assistant)
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

  /// A loaded assistant, with its own grammar if it is checked.
  private struct Part {
    let choice: AssistantChoice
    let assistant: Assistant
    let grammar: CompiledGrammar?
  }

  /// The number of states up to which grammars are not too large together, well below the limits.
  private static let maxUncheckedStates = 20_000

  /// Returns the fault of the grammar of all assistants together; nil if there is none.
  private static func commonFault(of parts: [Part]) async -> GrammarError? {
    // The grammar of most households is small, and compiling it once more would delay the start.
    guard parts.count > 1, parts.reduce(0, { $0 + ($1.grammar?.stateCount ?? 0) }) > maxUncheckedStates else { return nil }
    do {
      // The runtime of the program logs the sentences that they share.
      let silence = Logger(label: "assistants") { _ in SwiftLogNoOpLogHandler() }
      let runtime = try IntentRuntime(inMemory: parts.map(\.assistant), logger: silence)
      let grammar = try await runtime.grammar()
      _ = try runtime.compiledGrammars.compiled(grammar.removingUnfillablePhrases())
      return nil
    } catch {
      return error as? GrammarError
    }
  }

  private static func compiled(_ assistant: Assistant, logger: Logger) async throws -> CompiledGrammar {
    let grammar = try await IntentRuntime(inMemory: assistant, logger: logger).grammar()
    return try CompiledGrammar(grammar.removingUnfillablePhrases())
  }

  /// Returns the words without a pronunciation; all assistants are looked up at once, because each look-up reads the dictionary.
  private static func unknownWords(
    of parts: [Part], model: RecognitionModel
  ) throws -> Set<String> {
    let words = parts.reduce(into: Set<String>()) { words, part in
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
