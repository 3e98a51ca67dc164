public import Foundation

/// The state that a runtime keeps between requests: names, settings, the owner's phrases and choices.
///
/// The target `VocativeMemory` implements it with a SQLite database: `AssistantMemory`.
public protocol RuntimeMemory: Sendable {
  /// Returns the part of the memory that belongs to an assistant.
  func part(of assistant: String) -> any RuntimeMemory
  /// Adds the services with which intents and queries use the memory, such as a vocabulary.
  ///
  /// - Parameter assistant: The assistant whose part of the memory they use; nil for the whole memory.
  func addServices(of assistant: String?, to dependencies: inout Dependencies, in runtime: IntentRuntime)

  /// Returns whether a person turned a feature on; nil if it was never set.
  func isOn(_ feature: String) async throws -> Bool?
  /// Turns a feature on or off.
  func set(_ isOn: Bool, for feature: String) async throws
  /// Returns the names of a kind to recognize, most important first.
  func spokenStrings(of kind: VocabularyKind) async throws -> [SpeakableString]
  /// Returns the names that this device set, by kind.
  func ownNames() async throws -> [VocabularyKind: [SpeakableString]]
  /// Returns the owner's phrases.
  func voiceShortcuts() async throws -> [VoiceShortcut]
  /// Replaces the shortcuts that the assistant suggests, best first.
  func suggest(_ shortcuts: [Shortcut]) async throws
  /// Replaces the assistant's shortcuts that are relevant at some times and places, best first.
  func makeRelevant(_ shortcuts: [RelevantShortcut]) async throws
  /// Returns the shortcuts that a person probably wants, likeliest first.
  func suggestions(at date: Date, calendar: Calendar, limit: Int) async throws -> [ShortcutSuggestion]
  /// Returns the assistant that a person chose among intents of several assistants; nil if there is none.
  func assistant(chosenAmong intents: [String]) async throws -> String?
  /// Remembers a choice among intents of several assistants.
  func remember(_ choice: SharedSentenceChoice, among intents: [String]) async throws
}

extension RuntimeMemory {
  /// Returns no names.
  public func ownNames() async throws -> [VocabularyKind: [SpeakableString]] { [:] }
}

/// A dependency that a runtime gets from its memory, and that an assistant does not declare.
package protocol MemoryService: Sendable {}

/// A memory that remembers nothing, for assistants that need no names, settings and shortcuts.
public struct NoMemory: RuntimeMemory {
  /// Creates a memory that remembers nothing.
  public init() {}

  /// Returns the same memory.
  public func part(of assistant: String) -> any RuntimeMemory { self }
  /// Adds nothing.
  public func addServices(of assistant: String?, to dependencies: inout Dependencies, in runtime: IntentRuntime) {}
  /// Returns nil.
  public func isOn(_ feature: String) -> Bool? { nil }
  /// Does nothing.
  public func set(_ isOn: Bool, for feature: String) {}
  /// Returns no names.
  public func spokenStrings(of kind: VocabularyKind) -> [SpeakableString] { [] }
  /// Returns no phrases.
  public func voiceShortcuts() -> [VoiceShortcut] { [] }
  /// Does nothing.
  public func suggest(_ shortcuts: [Shortcut]) {}
  /// Does nothing.
  public func makeRelevant(_ shortcuts: [RelevantShortcut]) {}
  /// Returns no shortcuts.
  public func suggestions(at date: Date, calendar: Calendar, limit: Int) -> [ShortcutSuggestion] { [] }
  /// Returns nil.
  public func assistant(chosenAmong intents: [String]) -> String? { nil }
  /// Does nothing.
  public func remember(_ choice: SharedSentenceChoice, among intents: [String]) {}
}
