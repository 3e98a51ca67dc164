public import VocativeStorage

/// Everything an assistant remembers between requests.
public struct AssistantMemory: Sendable {
  /// Names of the application's own that people say.
  public let vocabulary: Vocabulary
  /// Which features somebody turned on or off.
  public let toggles: FeatureToggles
  /// Phrases people made for shortcuts, and shortcuts the assistant suggests.
  public let shortcuts: VoiceShortcutCenter
  /// What was done, to predict from.
  public let donations: InteractionDonations
  /// Shortcuts with the times and places they are good for.
  public let relevantShortcuts: RelevantShortcutStore
  /// What was done lately, to be read by people.
  public let timeline: Timeline
  /// Where somebody has been and may want to go on.
  public let activities: ActivityHistory
  /// Where all of it is stored.
  package let store: RuntimeStore

  /// What an assistant remembers in a store.
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

  /// A memory that lasts as long as this value and its copies.
  ///
  /// - Throws: `StoreError` if SQLite has no memory left.
  public static func inMemory(assistant: String) throws(StoreError) -> AssistantMemory {
    AssistantMemory(assistant: assistant, store: try RuntimeStore(path: nil))
  }
}
