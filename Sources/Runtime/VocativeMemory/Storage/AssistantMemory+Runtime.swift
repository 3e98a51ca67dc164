public import Foundation
public import VocativeIntents
public import VocativeStorage

extension AssistantMemory: RuntimeMemory {
  /// Returns the state of an assistant.
  public func part(of assistant: String) -> any RuntimeMemory { state(of: assistant) }

  /// Adds the memory, its vocabulary, its toggles and its donations, and the voice shortcuts of all assistants of the runtime.
  public func addServices(of assistant: String?, to dependencies: inout Dependencies, in runtime: IntentRuntime) {
    let own = (assistant.map { state(of: $0) } ?? self).suggesting(in: runtime, of: assistant)
    dependencies.add(own)
    dependencies.add(own.vocabulary)
    dependencies.add(own.toggles)
    dependencies.add(own.donations)
    dependencies.add(shortcuts(in: runtime))
    dependencies.add(ActivityContinuing { await runtime.continueActivity($0, of: $1) })
  }

  /// Returns the voice shortcuts that a runtime can perform, with checks against its phrases.
  func shortcuts(in runtime: IntentRuntime) -> VoiceShortcutCenter {
    shortcuts.offering { runtime.canPerform($0) }.hiding { runtime.isPrivate($0) }
      .titling { await runtime.titled($0, of: nil) }
      .checkingPhrases { try await runtime.phraseCheck() }
  }

  /// Returns the state that suggests only requests that a runtime can perform now and that are not private, and that has no
  /// activities to which private requests lead.
  ///
  /// Since a request was learned, it may have become private, and it, its feature or one of its values may have been removed.
  /// - Parameter assistant: The assistant of shortcuts that name none; nil if the runtime finds these without a name.
  func suggesting(in runtime: IntentRuntime, of assistant: String?) -> AssistantMemory {
    suggesting { shortcut in
      let named = shortcut.named(assistant)
      guard !runtime.isPrivate(named) else { return false }
      if let continued = ContinueActivity.activity(of: named) {
        let (type, owner) = (continued.activity.type, continued.assistant)
        guard !runtime.isPrivate(type, of: owner), await runtime.unavailability(of: type, of: owner) == nil else { return false }
      }
      return await runtime.isAvailable(named)
    } titled: {
      await runtime.titled($0, of: assistant)
    }.hidingActivities {
      runtime.isPrivate($0.activity.type, of: $0.assistant)
    } titled: {
      await runtime.titled($0, of: $1)
    }
  }

  /// Returns whether a feature is on; nil if it was never set.
  public func isOn(_ feature: String) async throws -> Bool? { try await toggles.isOn(feature) }

  /// Turns a feature on or off.
  public func set(_ isOn: Bool, for feature: String) async throws {
    try await toggles.set(isOn, for: feature)
  }

  /// Returns the names of a kind to recognize, those of this device first.
  public func spokenStrings(of kind: VocabularyKind) async throws -> [SpeakableString] {
    try await vocabulary.spokenStrings(of: kind)
  }

  /// Returns the names that this device set, by kind.
  public func ownNames() async throws -> [VocabularyKind: [SpeakableString]] { try await vocabulary.ownStrings() }

  /// Returns the voice shortcuts that own their phrase, in the order they were added on this device.
  public func voiceShortcuts() async throws -> [VoiceShortcut] { try await shortcuts.all() }

  /// Replaces the shortcuts that the assistant suggests, best first.
  public func suggest(_ shortcuts: [Shortcut]) async throws { try await self.shortcuts.setSuggestions(shortcuts) }

  /// Replaces the shortcuts that are relevant at some times and places, best first.
  public func makeRelevant(_ shortcuts: [RelevantShortcut]) async throws { try await relevantShortcuts.set(shortcuts) }

  /// Returns the shortcuts to suggest at a time, best first.
  public func suggestions(at date: Date, calendar: Calendar, limit: Int) async throws -> [ShortcutSuggestion] {
    try await shortcutSuggestions(at: date, calendar: calendar, limit: limit)
  }

  /// Returns the assistant that was chosen among intents; nil if there is none.
  public func assistant(chosenAmong intents: [String]) async throws -> String? { try await choices.assistant(among: intents) }

  /// Remembers a choice among intents.
  public func remember(_ choice: SharedSentenceChoice, among intents: [String]) async throws {
    try await choices.remember(choice, among: intents)
  }
}

extension Shortcut {
  /// Returns the shortcut with the name of an assistant if it has none.
  fileprivate func named(_ assistant: String?) -> Shortcut { self.assistant == nil ? of(assistant) : self }
}

extension IntentRuntime {
  /// Returns a shortcut with its present title.
  ///
  /// - Parameter assistant: The assistant of a shortcut that names none; nil if the runtime finds it without a name.
  fileprivate func titled(_ shortcut: Shortcut, of assistant: String?) async -> Shortcut {
    await currentTitle(of: shortcut.named(assistant)).map(shortcut.titled) ?? shortcut
  }
}

extension AssistantMemory: MemoryService {}
extension FeatureToggles: MemoryService {}
extension InteractionDonations: MemoryService {}
extension Vocabulary: MemoryService {}
extension VoiceShortcutCenter: MemoryService {}

extension RuntimeMemory where Self == AssistantMemory {
  /// Creates a state that exists only as long as this value and its copies.
  ///
  /// - Throws: `StoreError` if SQLite is out of memory.
  public static func inMemory(assistant: String) throws(StoreError) -> AssistantMemory {
    AssistantMemory(assistant: assistant, store: try RuntimeStore(path: nil))
  }
}
