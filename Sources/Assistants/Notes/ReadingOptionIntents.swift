public import VocativeIntents

/// Toggles fast reading for a note.
public struct ToggleFastReading: Intent {
  /// The title of the intent.
  public static let title = "Toggle fast reading"
  /// Without notes, none is asked for.
  public static let resolvers = [
    ParameterResolver<ToggleFastReading>(\.$note) { intent, note in try await intent.store.resolved(note) }
  ]
  @Parameter(title: "Note", prompt: "For which note?") var note: Note
  @Dependency private var store: NotesStore

  /// Creates an intent with empty parameters.
  public init() {}

  /// Donations are deleted with the note.
  public var donationGroup: String? { note.donationGroup }

  /// Toggles the option and says its new state.
  public func perform() async throws -> IntentResponse { try await store.toggled(.fast, of: note) }
}

/// Toggles the short form for a note.
public struct ToggleShortForm: Intent {
  /// The title of the intent.
  public static let title = "Toggle short form"
  /// Without notes, none is asked for.
  public static let resolvers = [
    ParameterResolver<ToggleShortForm>(\.$note) { intent, note in try await intent.store.resolved(note) }
  ]
  @Parameter(title: "Note", prompt: "For which note?") var note: Note
  @Dependency private var store: NotesStore

  /// Creates an intent with empty parameters.
  public init() {}

  /// Donations are deleted with the note.
  public var donationGroup: String? { note.donationGroup }

  /// Toggles the option and says its new state.
  public func perform() async throws -> IntentResponse { try await store.toggled(.short, of: note) }
}

extension NotesStore {
  fileprivate func toggled(_ option: ReadingOption, of note: Note) async throws -> IntentResponse {
    guard let isOn = try await toggle(option, of: note.id) else { return .failure(NotesDialog.gone) }
    return .success(
      "\(option.title.prefix(1).uppercased())\(option.title.dropFirst()) is \(isOn ? "on" : "off") for \(note.dialogName).")
  }
}
