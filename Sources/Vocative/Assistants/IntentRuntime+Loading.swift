public import Logging
public import VocativeIntents

extension IntentRuntime {
  /// A runtime for the assistant that was chosen, with what it remembers from earlier runs.
  ///
  /// - Throws: `UnknownAssistantError`, `IntentsFileError`, or what is wrong with a store.
  public init(loading choice: AssistantChoice, logger: Logger) throws {
    let assistant = try AssistantLoader.load(choice, logger: logger)
    self.init(assistant: assistant, memory: try .inMemory(assistant: assistant.name), logger: logger)
  }

  /// A runtime for an assistant that remembers nothing, to look at it or to measure it.
  ///
  /// - Throws: `StoreError` when there is no memory for it.
  public init(forgetful assistant: Assistant, logger: Logger) throws {
    self.init(assistant: assistant, memory: try .inMemory(assistant: assistant.name), logger: logger)
  }
}
