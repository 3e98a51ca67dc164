public import VocativeStorage

/// The stored state of an assistant.
public struct AssistantMemory: Sendable {
  /// Names that the application supplies.
  public let vocabulary: Vocabulary
  /// The features that users turned on or off.
  public let toggles: FeatureToggles
  /// Custom phrases for shortcuts, and shortcuts that the assistant suggests.
  public let shortcuts: VoiceShortcutCenter
  /// Past actions, for prediction.
  public let donations: InteractionDonations
  /// Shortcuts with the times and places at which they are relevant.
  public let relevantShortcuts: RelevantShortcutStore
  /// Recent requests, for diagnosis.
  public let timeline: Timeline
  /// Activities that can be continued.
  public let activities: ActivityHistory
  /// The underlying store.
  package let store: RuntimeStore

  /// Creates the state of an assistant in a store.
  public init(assistant: String, store: RuntimeStore) {
    self.store = store
    vocabulary = Vocabulary(assistant: assistant, store: store)
    toggles = FeatureToggles(assistant: assistant, store: store)
    shortcuts = VoiceShortcutCenter(assistant: assistant, store: store)
    donations = InteractionDonations(assistant: assistant, store: store)
    relevantShortcuts = RelevantShortcutStore(assistant: assistant, store: store)
    timeline = Timeline(assistant: assistant, store: store)
    activities = ActivityHistory(assistant: assistant, store: store)
  }

  /// Creates a state that exists only as long as this value and its copies.
  ///
  /// - Throws: `StoreError` if SQLite is out of memory.
  public static func inMemory(assistant: String) throws(StoreError) -> AssistantMemory {
    AssistantMemory(assistant: assistant, store: try RuntimeStore(path: nil))
  }
}
