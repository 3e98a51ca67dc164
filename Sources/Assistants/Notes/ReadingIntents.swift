public import VocativeIntents
import VocativeUnderstanding

/// What a note says.
public struct ReadNote: Intent {
  /// What the intent is for.
  public static let title = "Read a note"
  @Parameter(title: "Note", prompt: "Which note?") var note: Note
  @Dependency private var store: NotesStore
  @Dependency private var clock: WallClock

  /// An intent whose note is still to be filled.
  public init() {}

  /// Says when the note was written, and reads it the way it is to be read.
  public func perform() async throws -> IntentResponse {
    let options = try await store.options(of: note.id)
    let reading = note.reading(options)
    let dialog =
      options.contains(.fast)
      ? reading : "You wrote your \(note.dialogName) note \(clock.spoken(note.created)). \(reading)"
    return .success(dialog, card: note.card(clock: clock))
  }

  /// How this note is read may be changed.
  public func associatedShortcuts() async throws -> [Shortcut] {
    let (fast, short) = (ToggleFastReading(), ToggleShortForm())
    fast.note = note
    short.note = note
    return [Shortcut(fast), Shortcut(short)]
  }
}

/// What the newest note says.
public struct NewestNote: Intent {
  /// What the intent is for.
  public static let title = "Newest note"
  @Dependency private var store: NotesStore
  @Dependency private var clock: WallClock

  /// An intent without parameters.
  public init() {}

  /// Says which note is the newest, and reads it.
  public func perform() async throws -> IntentResponse {
    guard let note = try await store.notes().first else { return .success(NotesDialog.none) }
    let dialog = "Your newest note is \(note.dialogName), written \(clock.spoken(note.created)). \(note.reading([]))"
    return .success(dialog, card: note.card(clock: clock))
  }
}

/// How many notes there are.
public struct CountNotes: Intent {
  /// What the intent is for.
  public static let title = "Count notes"
  @Dependency private var store: NotesStore

  /// An intent without parameters.
  public init() {}

  /// Says how many notes there are.
  public func perform() async throws -> IntentResponse {
    let count = try await store.notes().count
    return .success(count == 0 ? NotesDialog.none : "You have \(SpokenNumber.count(count, "note")).")
  }
}

/// Which notes there are.
public struct ListNotes: Intent {
  /// What the intent is for.
  public static let title = "List notes"
  @Dependency private var store: NotesStore
  @Dependency private var clock: WallClock

  /// An intent without parameters.
  public init() {}

  /// Says the titles, the newest first.
  public func perform() async throws -> IntentResponse {
    let notes = try await store.notes()
    guard !notes.isEmpty else { return .success(NotesDialog.none) }
    let card = ResponseCard(title: "Notes", rows: notes.map { .init($0.title, clock.written($0.created)) })
    let titles = SpokenList.of(notes.map(\.dialogName))
    return .success("You have \(SpokenNumber.count(notes.count, "note")): \(titles).", card: card)
  }
}
