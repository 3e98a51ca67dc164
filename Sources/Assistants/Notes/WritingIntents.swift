public import VocativeIntents
import VocativeUnderstanding

/// Writes something down under a title made of its first words.
public struct TakeNote: Intent {
  /// What the intent is for.
  public static let title = "Take a note"
  /// What is written down once is not written down again.
  public static let isEligibleForPrediction = false
  @Parameter(title: "Text", prompt: "What shall I write?") var text: String
  @Dependency private var store: NotesStore
  @Dependency private var clock: WallClock

  /// An intent whose text is still to be filled.
  public init() {}

  /// Writes the note, and says under which title.
  public func perform() async throws -> IntentResponse {
    let note = try await store.addNote(titled: Self.title(of: text), body: text, created: clock.now())
    return .success("Written down as \(note.dialogName).", card: note.card(clock: clock))
  }

  /// The first words, and not ending in one that leaves the rest open.
  private static func title(of text: String) -> String {
    var words = SpokenText.words(of: text).prefix(3)
    while words.count > 1, let last = words.last,
      ["a", "an", "and", "at", "for", "in", "of", "on", "or", "the", "to"].contains(last)
    {
      words.removeLast()
    }
    return words.joined(separator: " ")
  }
}

/// Makes a note with a title.
public struct CreateNote: Intent {
  /// What the intent is for.
  public static let title = "Create a note"
  /// A note is made once.
  public static let isEligibleForPrediction = false
  /// There is one note of a title at most, or nobody could say which.
  public static let resolvers = [
    ParameterResolver<CreateNote>(\.$noteTitle) { intent, title in
      guard let title else { return .needsValue() }
      let words = SpokenText.words(of: title)
      let taken = try await intent.store.notes().contains { SpokenText.words(of: $0.title) == words }
      return taken ? .unsupported(reason: "You have a \(title) note already.") : .success(title)
    }
  ]
  @Parameter(title: "Title", prompt: "What shall it be called?") var noteTitle: String
  @Parameter(title: "Text", prompt: "What should it say?") var text: String
  @Dependency private var store: NotesStore
  @Dependency private var clock: WallClock

  /// An intent whose title and text are still to be filled.
  public init() {}

  /// Asks first: both may have been misheard.
  public func confirm() async throws -> IntentResponse { .ready("Write \"\(text)\" as \(noteTitle)?") }

  /// Writes the note.
  public func perform() async throws -> IntentResponse {
    let note = try await store.addNote(titled: noteTitle, body: text, created: clock.now())
    return .success("Written.", card: note.card(clock: clock))
  }
}

/// Adds a line to a note.
public struct AppendToNote: Intent {
  /// What the intent is for.
  public static let title = "Add to a note"
  @Parameter(title: "Note", prompt: "To which note?") var note: Note
  @Parameter(title: "Text", prompt: "What shall I add?") var text: String
  @Dependency private var store: NotesStore
  @Dependency private var clock: WallClock

  /// An intent whose note and text are still to be filled.
  public init() {}

  /// Adds the line, and says to which note.
  public func perform() async throws -> IntentResponse {
    guard let changed = try await store.append(text, to: note.id) else { return .failure(NotesDialog.gone) }
    return .success("Added \(text) to \(changed.dialogName).", card: changed.card(clock: clock))
  }
}

/// Deletes a note.
public struct DeleteNote: Intent {
  /// What the intent is for.
  public static let title = "Delete a note"
  /// A note is deleted once.
  public static let isEligibleForPrediction = false
  @Parameter(title: "Note", prompt: "Which note?") var note: Note
  @Dependency private var store: NotesStore

  /// An intent whose note is still to be filled.
  public init() {}

  /// Asks first: nothing brings it back.
  public func confirm() async throws -> IntentResponse { .ready("Delete your \(note.dialogName) note?") }

  /// Deletes the note.
  public func perform() async throws -> IntentResponse {
    try await store.delete(note.id) ? .success("Deleted.") : .failure(NotesDialog.gone)
  }
}
