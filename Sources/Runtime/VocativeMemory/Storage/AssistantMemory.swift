import VocativeIntents

/// The stored state of an assistant, or of several assistants that are used together.
///
/// The memory of a runtime suggests only requests that the runtime can perform and that are not private.
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
  /// The assistants that were chosen for sentences that several of them share.
  public let choices: AssistantChoices
  /// The underlying store.
  package let store: RuntimeStore
  /// The store of donations, timeline and activities.
  private let history: RuntimeStore
  private let didForget: @Sendable (String) -> Void
  /// Returns whether a shortcut may be suggested.
  private(set) var canSuggest: @Sendable (Shortcut) async -> Bool = { _ in true }

  /// Creates the state of an assistant in a store.
  public init(assistant: String, store: RuntimeStore) { self.init(assistants: [assistant], store: store) }

  /// Creates the common view of the states of several assistants in a store.
  ///
  /// Each entry stays with its own assistant: a later program with only that assistant finds it again. Names, toggles, suggestions
  /// and relevant shortcuts are those of the first assistant when they are written.
  public init(assistants: [String], store: RuntimeStore) {
    self.init(assistants: assistants, store: store, history: store)
  }

  /// Creates the same view with the donations, timeline and activities in a store of their own.
  package init(assistants: [String], store: RuntimeStore, history: RuntimeStore) {
    self.init(assistants: assistants, store: store, history: history) { _ in }
  }

  private init(
    assistants: [String], store: RuntimeStore, history: RuntimeStore, didForget: @escaping @Sendable (_ group: String) -> Void
  ) {
    self.store = store
    self.history = history
    self.didForget = didForget
    let scope = AssistantScope(assistants)
    vocabulary = Vocabulary(assistant: scope.home, store: store)
    toggles = FeatureToggles(assistant: scope.home, store: store)
    shortcuts = VoiceShortcutCenter(scope, store: store)
    donations = InteractionDonations(scope, store: history, didForget: didForget)
    relevantShortcuts = RelevantShortcutStore(scope, store: store)
    timeline = Timeline(scope, store: history)
    activities = ActivityHistory(scope, store: history)
    choices = AssistantChoices(store: store)
  }

  /// Returns the state of one of the assistants.
  func state(of assistant: String) -> AssistantMemory { state(of: [assistant]) }

  /// Returns the common view of the states of some of the assistants.
  package func state(of assistants: [String]) -> AssistantMemory {
    AssistantMemory(assistants: assistants, store: store, history: history, didForget: didForget)
  }

  /// Returns the state with only those suggestions that a condition allows.
  func suggesting(only canSuggest: @escaping @Sendable (Shortcut) async -> Bool) -> AssistantMemory {
    var memory = self
    memory.canSuggest = canSuggest
    return memory
  }

  /// Returns the state of an assistant that reports the groups whose donations it deletes.
  package func onForgetting(_ didForget: @escaping @Sendable (_ group: String) -> Void) -> AssistantMemory {
    AssistantMemory(assistants: donations.assistants, store: store, history: history, didForget: didForget)
  }
}
