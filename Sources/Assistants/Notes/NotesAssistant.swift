public import VocativeIntents

/// An assistant for notes: reads one, reads the newest, and says which there are.
public enum NotesAssistant {
  /// The name on the command line.
  public static let name = "notes"

  /// The assistant over a store.
  ///
  /// - Throws: Never in practice: the phrases are fixed and tested. `AssistantError` would name a fault of the declaration.
  public static func make(store: NotesStore, clock: WallClock = WallClock()) throws(AssistantError) -> Assistant {
    var dependencies = Dependencies()
    dependencies.add(store)
    dependencies.add(clock)
    return try Assistant(name: name, wakePhrases: ["hey assistant"], dependencies: dependencies) {
      IntentDefinition(ReadNote.self, phrases: ["read [me] [my] \(\.$note) note", "what does [my] \(\.$note) note say"])
      IntentDefinition(
        NewestNote.self,
        phrases: ["read [me] [my] (newest|latest) note", "what does [my] (newest|latest) note say"])
      IntentDefinition(CountNotes.self, phrases: ["how many notes do i have"])
      IntentDefinition(ListNotes.self, phrases: ["list [all] [of] my notes", "what notes do i have"])
    }
  }
}
