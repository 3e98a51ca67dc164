public import Logging
public import VocativeIntents
public import VocativeIntentsFile
import VocativeUnderstanding

extension IntentRuntime {
  /// Creates a runtime for the chosen assistant, with its stored memory: timeline, donations, activities and shortcuts.
  ///
  /// - Parameters:
  ///   - model: The model whose dictionary shows which phrases sound alike; nil if phrases are only typed.
  ///   - isUnlocked: Whether private intents need no passphrase.
  ///   - user: The user that runs commands of an intents file; nil for the user of this process.
  ///   - room: The room of the microphone; nil if it is not set.
  ///   - delegate: Answers requests that an intents file leaves to others; nil if there is no delegate.
  ///   - observers: Observers of every performed intent, called after the built-in ones.
  /// - Throws: `UnknownAssistantError`, `IntentsFileError`, `PassphraseFileError`, or an error of a store.
  public init(
    loading choice: AssistantChoice, model: RecognitionModel?, isUnlocked: Bool = false,
    runningHandlersAs user: HandlerUser? = nil, room: String? = nil, delegate: (any RequestDelegate)? = nil,
    observers: [any DispatchObserver] = [], logger: Logger
  ) async throws {
    let memory = AssistantMemory(
      assistant: choice.name, store: try RuntimeStore(path: AssistantLoader.storePath(for: "runtime")))
    self.init(
      assistant: try AssistantLoader.load(choice, runningHandlersAs: user, logger: logger), memory: memory,
      observers: [
        TimelineObserver(timeline: memory.timeline, logger: logger),
        DonationObserver(donations: memory.donations, logger: logger),
        ActivityObserver(activities: memory.activities, logger: logger),
      ] + observers,
      pronunciations: model?.pronunciations,
      unlock: Unlock(passphrase: try PassphraseFile.read(), isAlwaysUnlocked: isUnlocked), room: room, delegate: delegate,
      logger: logger)
    try await prepare()
  }

  /// Creates a runtime that keeps its memory only while the program runs, for checks and measurements.
  ///
  /// - Throws: `StoreError` if the database in memory cannot be created.
  public init(inMemory assistant: Assistant, logger: Logger) throws {
    self.init(assistant: assistant, memory: try .inMemory(assistant: assistant.name), logger: logger)
  }
}
