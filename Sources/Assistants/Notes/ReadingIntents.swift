public import VocativeIntents
import VocativeUnderstanding

/// Reads a note.
public struct ReadNote: Intent {
  /// The title of the intent.
  public static let title = "Read a note"
  /// The card leads to the presentation of the note.
  public static let activityTypes = [PresentNote.presentation]
  /// Without notes, none is asked for.
  public static let resolvers = [
    ParameterResolver<ReadNote>(\.$note) { intent, note in try await intent.store.resolved(note) }
  ]
  @Parameter(title: "Note", prompt: "Which note?") var note: Note
  @Dependency private var store: NotesStore
  @Dependency private var clock: WallClock

  /// Creates an intent with empty parameters.
  public init() {}

  /// Donations are deleted with the note.
  public var donationGroup: String? { note.donationGroup }

  /// Reads the note with its reading options and says when it was written.
  public func perform() async throws -> IntentResponse {
    let options = try await store.options(of: note.id)
    let reading = note.reading(options)
    let dialog =
      options.contains(.fast)
      ? reading : "You wrote your \(note.dialogName) note \(clock.spoken(note.created)). \(reading)"
    let isPresenting = try await PresentationMode().isOn
    return .success(
      dialog, card: note.card(clock: clock), activity: isPresenting ? PresentNote.activity(for: note) : nil)
  }

  /// Suggests changing the reading options of this note.
  public func associatedShortcuts() async throws -> [Shortcut] {
    let (fast, short) = (ToggleFastReading(), ToggleShortForm())
    fast.note = note
    short.note = note
    return [Shortcut(fast), Shortcut(short)]
  }
}

/// Reads the newest note.
public struct NewestNote: Intent {
  /// The title of the intent.
  public static let title = "Newest note"
  @Dependency private var store: NotesStore
  @Dependency private var clock: WallClock

  /// Creates an intent, which has no parameters.
  public init() {}

  /// Says the title of the newest note and reads it.
  public func perform() async throws -> IntentResponse {
    guard let note = try await store.notes().first else { return .success(NotesDialog.none) }
    let dialog = "Your newest note is \(note.dialogName), written \(clock.spoken(note.created)). \(note.reading([]))"
    return .success(dialog, card: note.card(clock: clock))
  }
}

/// Counts the notes.
public struct CountNotes: Intent {
  /// The title of the intent.
  public static let title = "Count notes"
  @Dependency private var store: NotesStore

  /// Creates an intent, which has no parameters.
  public init() {}

  /// Says the number of notes.
  public func perform() async throws -> IntentResponse {
    let count = try await store.notes().count
    return .success(count == 0 ? NotesDialog.none : "You have \(SpokenNumber.count(count, "note")).")
  }
}

/// Lists the notes.
public struct ListNotes: Intent {
  /// The title of the intent.
  public static let title = "List notes"
  @Dependency private var store: NotesStore
  @Dependency private var clock: WallClock

  /// Creates an intent, which has no parameters.
  public init() {}

  /// Says the titles, newest first.
  public func perform() async throws -> IntentResponse {
    let notes = try await store.notes()
    guard !notes.isEmpty else { return .success(NotesDialog.none) }
    let card = ResponseCard(title: "Notes", rows: notes.map { .init($0.title, clock.written($0.created)) })
    let titles = SpokenList.of(notes.map(\.dialogName))
    return .success("You have \(SpokenNumber.count(notes.count, "note")): \(titles).", card: card)
  }
}
