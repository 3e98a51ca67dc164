public import VocativeIntents

/// The intents for managing voice shortcuts, for any assistant.
public enum ShortcutIntents {
  /// The intents with their phrases, for an assistant that is not declared in Swift.
  package static var intents: [IntentDefinition] {
    feature.intents
  }

  /// The definition of one of these intents, which several assistants have in common.
  private static func common<Declared: Intent>(
    _ type: Declared.Type, phrases: [IntentPhrase<Declared>]
  ) -> IntentDefinition {
    var intent = IntentDefinition(type, phrases: phrases)
    intent.isCommon = true
    return intent
  }

  /// The intents with their phrases, as a feature of the assistant.
  public static var feature: Feature {
    Feature("Shortcuts") {
      common(
        AddShortcut.self, phrases: ["(make|add) a shortcut [for that]", "add (that|this) to my shortcuts"])
      common(
        EditShortcut.self, phrases: ["(change|edit) (the|my) \(\.$shortcut) shortcut", "(change|edit) a shortcut"])
      common(AddShortcutStep.self, phrases: ["add (that|this) to (the|my) \(\.$shortcut) shortcut"])
      common(ReplaceShortcutSteps.self, phrases: ["use (that|this) for (the|my) \(\.$shortcut) shortcut"])
      common(
        DeleteShortcut.self, phrases: ["delete (the|my) \(\.$shortcut) shortcut", "delete a shortcut"])
      common(ListShortcuts.self, phrases: ["list [all] [of] my shortcuts", "what [voice] shortcuts do i have"])
      common(
        ContinueActivity.self, phrases: ["(continue with|go back to) [the|my] \(\.$activity)", "continue with something"])
      common(
        ForgetDonations.self, phrases: ["forget (what you [have] learned|everything you [have] learned) [about me]"])
      common(SuggestShortcuts.self, phrases: ["suggest [a|some] (shortcut|shortcuts)", "what can you suggest"])
    }
  }
}
