public import VocativeIntents

/// Turns fast reading of a note on, or off again.
public struct ToggleFastReading: Intent {
  /// What the intent is for.
  public static let title = "Toggle fast reading"
  @Parameter(title: "Note", prompt: "For which note?") var note: Note
  @Dependency private var store: NotesStore

  /// An intent whose note is still to be filled.
  public init() {}

  /// Turns it the other way, and says which.
  public func perform() async throws -> IntentResponse { try await store.toggled(.fast, of: note) }
}

/// Turns the short form of a note on, or off again.
public struct ToggleShortForm: Intent {
  /// What the intent is for.
  public static let title = "Toggle short form"
  @Parameter(title: "Note", prompt: "For which note?") var note: Note
  @Dependency private var store: NotesStore

  /// An intent whose note is still to be filled.
  public init() {}

  /// Turns it the other way, and says which.
  public func perform() async throws -> IntentResponse { try await store.toggled(.short, of: note) }
}

extension NotesStore {
  fileprivate func toggled(_ option: ReadingOption, of note: Note) async throws -> IntentResponse {
    guard let isOn = try await toggle(option, of: note.id) else { return .failure(NotesDialog.gone) }
    return .success(
      "\(option.title.prefix(1).uppercased())\(option.title.dropFirst()) is \(isOn ? "on" : "off") for \(note.dialogName).")
  }
}
