public import Logging
public import VocativeIntents
public import VocativeIntentsFile
import VocativeUnderstanding

extension IntentRuntime {
  /// A runtime for the assistant that was chosen, with what it remembers from earlier runs, a timeline,
  /// donations to predict from, and activities to come back to.
  ///
  /// - Parameters:
  ///   - model: The model whose dictionary says whether two phrases sound alike; nil where phrases are only typed.
  ///   - isUnlocked: Whether private intents are performed without a passphrase.
  ///   - user: Whom commands of an intents file run as; nil for whom this program runs as.
  ///   - room: The room it is asked in; nil where nobody has named it.
  ///   - delegate: Answers what an intents file leaves to others; nil where nobody does.
  ///   - observers: Told of every intent that is performed, after those.
  /// - Throws: `UnknownAssistantError`, `IntentsFileError`, `PassphraseFileError`, or what is wrong with a store.
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

  /// A runtime for an assistant that remembers nothing, to look at it or to measure it.
  ///
  /// - Throws: `StoreError` when there is no memory for it.
  public init(forgetful assistant: Assistant, logger: Logger) throws {
    self.init(assistant: assistant, memory: try .inMemory(assistant: assistant.name), logger: logger)
  }
}
