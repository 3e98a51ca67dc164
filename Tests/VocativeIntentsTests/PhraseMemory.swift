import Foundation
import VocativeIntents

/// A memory of the owner's phrases alone.
struct PhraseMemory: RuntimeMemory {
  let shortcuts: [VoiceShortcut]

  func set(_ isOn: Bool, for feature: String) {}
  func makeRelevant(_ shortcuts: [RelevantShortcut]) {}
  func part(of assistant: String) -> any RuntimeMemory { self }
  func addServices(of assistant: String?, to dependencies: inout Dependencies, in runtime: IntentRuntime) {}
  func isOn(_ feature: String) -> Bool? { nil }
  func spokenStrings(of kind: VocabularyKind) -> [SpeakableString] { [] }
  func voiceShortcuts() -> [VoiceShortcut] { shortcuts }
  func suggest(_ shortcuts: [Shortcut]) {}
  func suggestions(at date: Date, calendar: Calendar, limit: Int) -> [ShortcutSuggestion] { [] }
  func assistant(chosenAmong intents: [String]) -> String? { nil }
  func remember(_ choice: SharedSentenceChoice, among intents: [String]) {}
}
