/// The intents for managing voice shortcuts, for any assistant.
public enum ShortcutIntents {
  /// The intents with their phrases, for an assistant that is not declared in Swift.
  package static var intents: [IntentDefinition] {
    AssistantPart.feature(feature).flattened(within: FeatureMembership())
  }

  /// The intents with their phrases, as a feature of the assistant.
  public static var feature: Feature {
    Feature("Shortcuts") {
      IntentDefinition(
        AddShortcut.self, phrases: ["(make|add) a shortcut [for that]", "add (that|this) to my shortcuts"])
      IntentDefinition(
        EditShortcut.self, phrases: ["(change|edit) (the|my) \(\.$shortcut) shortcut", "(change|edit) a shortcut"])
      IntentDefinition(
        DeleteShortcut.self, phrases: ["delete (the|my) \(\.$shortcut) shortcut", "delete a shortcut"])
      IntentDefinition(ListShortcuts.self, phrases: ["list [all] [of] my shortcuts", "what [voice] shortcuts do i have"])
      IntentDefinition(SuggestShortcuts.self, phrases: ["suggest [a|some] (shortcut|shortcuts)", "what can you suggest"])
    }
  }
}
