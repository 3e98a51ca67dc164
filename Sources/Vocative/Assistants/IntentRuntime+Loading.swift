public import Logging
public import VocativeIntents
public import VocativeIntentsFile
import VocativeMemory
import VocativeUnderstanding

extension IntentRuntime {
  /// Creates a runtime for the chosen assistants, with their stored memory: timeline, donations, activities and shortcuts.
  ///
  /// - Parameters:
  ///   - model: The model whose dictionary shows which phrases sound alike; nil if phrases are only typed.
  ///   - isUnlocked: Whether private intents need no passphrase.
  ///   - handlers: The settings of the computer for handlers of intents files, and for apps.
  ///   - room: The room of the microphone; nil if it is not set.
  ///   - delegate: Answers requests that an intents file leaves to others; nil if there is no delegate.
  ///   - speech: The control of the program's speech, with which a person can change it; nil for none.
  ///   - observers: Observers of every performed intent, called after the built-in ones.
  /// - Throws: `UnknownAssistantError`, `IntentsFileError`, `PassphraseFileError`, or an error of a store.
  public init(
    loading selection: AssistantSelection, model: RecognitionModel?, isUnlocked: Bool = false,
    handlers: HandlerSettings = HandlerSettings(), room: String? = nil, delegate: (any RequestDelegate)? = nil,
    speech: SpeechControl? = nil, observers: [any DispatchObserver] = [], logger: Logger
  ) async throws {
    let loaded = try await LoadedAssistants(selection, handlers: handlers, model: model, logger: logger)
    try await self.init(
      serving: loaded.assistants, model: model, isUnlocked: isUnlocked, room: room, delegate: delegate, speech: speech,
      observers: observers, logger: logger)
  }

  /// Creates a runtime for loaded assistants, with their stored memory.
  ///
  /// If one of the assistants has sample data, the memory ends with the program: a copy of the stored shortcuts, features and choices,
  /// and no names, suggestions, donations, timeline and activities.
  ///
  /// - Throws: `PassphraseFileError`, or an error of a store.
  public init(
    serving assistants: [Assistant], model: RecognitionModel?, isUnlocked: Bool = false, room: String? = nil,
    delegate: (any RequestDelegate)? = nil, speech: SpeechControl? = nil, observers: [any DispatchObserver] = [], logger: Logger
  ) async throws {
    let path = AssistantLoader.storePath(for: "runtime")
    let isTrial = assistants.contains(where: \.hasSampleData)
    // A trial can use the owner's shortcuts, and changes none of them.
    let store = try isTrial ? RuntimeStore(path: nil, copying: path) : RuntimeStore(path: path)
    // The subjects of earlier requests do not exist in sample data.
    let derived = try isTrial ? RuntimeStore(path: nil) : store
    let memory = AssistantMemory(assistants: assistants.map(\.name), store: store, derived: derived)
    self.init(
      assistants: assistants, memory: memory, isGuided: true, additions: speech.map(RuntimeIntents.speech),
      observers: [MemoryObserver(memory: memory, logger: logger)] + observers,
      pronunciations: model?.pronunciations,
      unlock: Unlock(passphrase: try PassphraseFile.read(), isAlwaysUnlocked: isUnlocked), room: room, delegate: delegate,
      logger: logger)
    try await prepare()
  }

  /// Creates a runtime that keeps its memory only while the program runs, for checks and measurements.
  ///
  /// - Throws: `StoreError` if the database in memory cannot be created.
  public init(inMemory assistant: Assistant, logger: Logger) throws { try self.init(inMemory: [assistant], logger: logger) }

  /// Creates a runtime for several assistants that keeps its memory only while the program runs.
  ///
  /// - Throws: `StoreError` if the database in memory cannot be created.
  public init(inMemory assistants: [Assistant], logger: Logger) throws {
    let memory = AssistantMemory(assistants: assistants.map(\.name), store: try RuntimeStore(path: nil))
    self.init(assistants: assistants, memory: memory, logger: logger)
  }
}
