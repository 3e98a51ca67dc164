public import VocativeUnderstanding

/// What every assistant with voice shortcuts can be asked about them.
///
/// The intents work with a `VoiceShortcutCenter`, an `AssistantMemory` and a `WallClock` among the assistant's dependencies.
public enum ShortcutIntents {
  /// The intents with their phrases.
  ///
  /// - Throws: Never in practice: the phrases are fixed and tested. `TemplateError` would name one that cannot be read.
  public static func definitions() throws(TemplateError) -> [IntentDefinition] {
    [
      try IntentDefinition(
        ListVoiceShortcuts.self, phrases: ["list [all] [of] my shortcuts", "what [voice] shortcuts do i have"]),
      try IntentDefinition(DeleteVoiceShortcut.self, phrases: ["delete (the|my) \(\.$shortcut) shortcut"]),
      try IntentDefinition(
        SuggestShortcuts.self, phrases: ["suggest [a|some] (shortcut|shortcuts)", "what can you suggest"]),
    ]
  }
}

extension Dependencies {
  /// Adds what the shortcut intents work with.
  public mutating func add(shortcutsOf memory: AssistantMemory, clock: WallClock = WallClock()) {
    add(memory)
    add(memory.shortcuts)
    add(clock)
  }
}
