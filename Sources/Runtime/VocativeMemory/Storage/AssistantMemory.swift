import GRDB
package import VocativeIntents
import VocativeStorage

/// The stored state of an assistant, or of several assistants that are used together.
///
/// The memory of a runtime suggests only requests that the runtime can perform and that are not private, and has no private
/// activities.
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
  public private(set) var activities: ActivityHistory
  /// The assistants that were chosen for sentences that several of them share.
  public let choices: AssistantChoices
  /// The underlying store.
  package let store: RuntimeStore
  /// The store of what comes from the data of the assistants: names, suggestions, donations, timeline and activities.
  private let derived: RuntimeStore
  private let didForget: @Sendable (String) -> Void
  /// Returns whether a shortcut may be suggested.
  private(set) var canSuggest: @Sendable (Shortcut) async -> Bool = { _ in true }
  /// Returns a shortcut with its present title; what was stored may have been renamed.
  package private(set) var titled: @Sendable (Shortcut) async -> Shortcut = { $0 }

  /// Creates the state of an assistant in a store.
  public init(assistant: String, store: RuntimeStore) { self.init(assistants: [assistant], store: store) }

  /// Creates the common view of the states of several assistants in a store.
  ///
  /// Each entry stays with its own assistant: a later program with only that assistant finds it again. Names, toggles, suggestions
  /// and relevant shortcuts are those of the first assistant when they are written. The voice shortcuts of other assistants in the
  /// store count as those of assistants that are not served: they keep their phrases, and do not work.
  public init(assistants: [String], store: RuntimeStore) {
    self.init(assistants: assistants, store: store, derived: store)
  }

  /// Creates the same view with what comes from the data of the assistants in a store of its own: names, suggestions, donations,
  /// timeline and activities.
  package init(assistants: [String], store: RuntimeStore, derived: RuntimeStore) {
    // One assistant alone shares nothing with the others in its store.
    self.init(scope: AssistantScope(assistants, isWhole: assistants.count > 1), store: store, derived: derived) { _ in }
  }

  private init(
    scope: AssistantScope, store: RuntimeStore, derived: RuntimeStore, didForget: @escaping @Sendable (_ group: String) -> Void
  ) {
    self.store = store
    self.derived = derived
    self.didForget = didForget
    vocabulary = Vocabulary(assistant: scope.home, store: derived)
    toggles = FeatureToggles(assistant: scope.home, store: store)
    shortcuts = VoiceShortcutCenter(scope, store: store, suggestions: derived)
    donations = InteractionDonations(scope, store: derived, didForget: didForget)
    relevantShortcuts = RelevantShortcutStore(scope, store: derived)
    timeline = Timeline(scope, store: derived)
    activities = ActivityHistory(scope, store: derived)
    choices = AssistantChoices(store: store)
  }

  /// Returns the state of one of the assistants.
  func state(of assistant: String) -> AssistantMemory { state(of: [assistant]) }

  /// Returns the common view of the states of some of the assistants.
  package func state(of assistants: [String]) -> AssistantMemory {
    AssistantMemory(scope: AssistantScope(assistants), store: store, derived: derived, didForget: didForget)
  }

  /// Returns the state with only those suggestions that a condition allows, and with present titles.
  func suggesting(
    only canSuggest: @escaping @Sendable (Shortcut) async -> Bool, titled: @escaping @Sendable (Shortcut) async -> Shortcut
  ) -> AssistantMemory {
    var memory = self
    (memory.canSuggest, memory.titled) = (canSuggest, titled)
    return memory
  }

  /// Returns the state without the activities that a condition hides, and with present titles of the others.
  func hidingActivities(
    _ isHidden: @escaping @Sendable (ActivityHistory.Entry) -> Bool,
    titled: @escaping @Sendable (_ activity: Activity, _ assistant: String) async -> Activity
  ) -> AssistantMemory {
    var memory = self
    memory.activities = activities.hiding(isHidden, titled: titled)
    return memory
  }

  /// Records the result of a request in the timeline, and what is learned from it, in one transaction.
  ///
  /// - Returns: Why nothing is learned from it, as if its values are too large; nil otherwise.
  func remember(_ interaction: Interaction) async throws(StoreError) -> StoreError? {
    try await derived.store.write { database in
      try timeline.complete(interaction, in: database)
      var refusal: StoreError?
      for learn in [donations.donate(_:in:), activities.add(_:in:)] {
        do {
          try database.inSavepoint {
            try learn(interaction, database)
            return .commit
          }
        } catch let error as StoreError where error.isRejection {
          refusal = refusal ?? error
        }
      }
      return refusal
    }
  }

  /// Returns the state of an assistant that reports the groups whose donations it deletes.
  package func onForgetting(_ didForget: @escaping @Sendable (_ group: String) -> Void) -> AssistantMemory {
    AssistantMemory(scope: shortcuts.scope, store: store, derived: derived, didForget: didForget)
  }
}
