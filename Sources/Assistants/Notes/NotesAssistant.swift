public import VocativeIntents
import VocativeMemory

/// A notes assistant that reads and writes notes and presents them line by line.
public enum NotesAssistant {
  /// The name of the assistant on the command line.
  public static let name = "notes"

  /// Creates the assistant for a store.
  ///
  /// - Throws: `AssistantError` if the declaration is invalid, which tests rule out.
  public static func make(store: NotesStore, clock: WallClock = WallClock()) throws(AssistantError) -> Assistant {
    var dependencies = Dependencies()
    dependencies.add(store)
    dependencies.add(clock)
    let handler = PresentationHandler(store: store)
    PresentationAssistant.add(nextLine: handler, previousLine: handler, endPresentation: handler, to: &dependencies)
    let presentation = ActivityContinuation(PresentNote.presentation) { activity in
      // Reading a note leads there, too, so the feature alone does not decide.
      guard try await PresentationMode().isOn else { return .failure(PresentationMode.isOffReason) }
      guard let note = activity.state["note"], try await store.notes().contains(where: { $0.id == note }) else {
        return .failure(NotesDialog.gone)
      }
      return try await store.present(note).response
    }
    return try Assistant(
      name: name, wakePhrases: ["hey assistant"], dependencies: dependencies, activities: [presentation],
      suggestedShortcuts: { try await suggestedShortcuts(store: store) }
    ) {
      reading
      writing
      readingOptions
      presenting
      ShortcutIntents.feature
    }.offering {
      [RelevantShortcut(Shortcut(NewestNote()), providers: [.dailyRoutine(.morning)])]
    }
  }

  private static var reading: Feature {
    Feature("Reading") {
      IntentDefinition(
        ReadNote.self,
        phrases: [
          "read [me] [my|the] \(\.$note) [note|list]", "what does [my|the] \(\.$note) note say",
          "(what's|what is) on [my|the] \(\.$note) [note|list]", "read [me] a note",
        ])
      IntentDefinition(
        NewestNote.self,
        phrases: ["[read [me]] [my|the] (newest|latest|last) note", "what does [my|the] (newest|latest|last) note say"])
      IntentDefinition(CountNotes.self, phrases: ["how many notes do i have"])
      IntentDefinition(ListNotes.self, phrases: ["(list|show) [me] [all] [of] my notes", "what notes do i have"])
    }
  }

  private static var writing: Feature {
    Feature("Writing") {
      IntentDefinition(
        TakeNote.self,
        phrases: ["take a note [that] \(\.$text)", "(make a note|write down) that \(\.$text)", "take a note [that]"])
      IntentDefinition(
        CreateNote.self,
        phrases: ["(create|make) a [new] (note|list) called \(\.$noteTitle)", "(create|make) a [new] (note|list)"])
      IntentDefinition(
        AppendToNote.self,
        phrases: [
          "add \(\.$text) to [my|the] \(\.$note) [note|list]", "put \(\.$text) on [my|the] \(\.$note) [note|list]",
          "(append|add (something|an item)) to [my|the] \(\.$note) [note|list]",
        ])
      IntentDefinition(RemoveFromNote.self, phrases: ["(remove|delete) \(\.$text) from [my|the] \(\.$note) [note|list]"])
      IntentDefinition(DeleteNote.self, phrases: ["delete [my|the] \(\.$note) [note|list]", "delete a note"])
    }
  }

  private static var readingOptions: Feature {
    Feature("ReadingOptions") {
      IntentDefinition(ToggleFastReading.self, phrases: ["toggle fast reading [for [my] \(\.$note) [note|list]]"])
      IntentDefinition(ToggleShortForm.self, phrases: ["toggle short form [for [my] \(\.$note) [note|list]]"])
    }
  }

  /// The switch is outside of the feature that it controls.
  @AssistantBuilder private static var presenting: [AssistantPart] {
    IntentDefinition(
      SwitchPresentationMode.self,
      phrases: [
        "turn presentation mode \(\.$state)", "turn \(\.$state) presentation mode", "switch presentation mode",
      ])
    Feature(
      "Presentation",
      constraints: [
        .userToggle(SwitchPresentationMode.toggle, default: false, reason: PresentationMode.isOffReason)
      ]
    ) {
      IntentDefinition(
        PresentNote.self,
        phrases: ["present [my] \(\.$note) note", "open [my] \(\.$note) note in presentation mode", "start a presentation"])
      PresentationAssistant.parts
    }
  }

  /// The shortcuts to suggest to a new owner.
  ///
  /// - Throws: `StoreError` if the store cannot be read.
  public static func suggestedShortcuts(store: NotesStore) async throws -> [Shortcut] {
    let present = try await store.notes().prefix(3).map { note in
      let present = PresentNote()
      present.note = note
      return Shortcut(present)
    }
    return [Shortcut(NewestNote())] + present
  }
}
