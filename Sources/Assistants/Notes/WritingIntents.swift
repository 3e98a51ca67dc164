import Synchronization
public import VocativeIntents
import VocativeMemory
import VocativeUnderstanding

/// Takes a note, whose title consists of its first words: as many as no other note has.
public struct TakeNote: Intent {
  /// The title of the intent.
  public static let title = "Take a note"
  /// The same note is not needed again.
  public static let isEligibleForPrediction = false
  @Parameter(title: "Text", prompt: "What should I write?") var text: String
  @Dependency private var store: NotesStore
  @Dependency private var clock: WallClock
  private let written = WrittenNote()

  /// Creates an intent with empty parameters.
  public init() {}

  /// The timeline forgets the text with the note.
  public var donationGroup: String? { written.group }

  /// Writes the note and says its title.
  public func perform() async throws -> IntentResponse {
    let title = Self.title(of: text, besides: try await store.notes())
    let note = try await store.addNote(titled: title, body: text, created: clock.now())
    written.group = note.donationGroup
    return .success("Saved as \(note.dialogName).", card: note.card(clock: clock))
  }

  /// The usual and the maximum number of words of a title, which must be said to name the note.
  private static let titleWords = 3...8

  /// Returns the first words as a title that names no other note, with a number if more words do not help.
  private static func title(of text: String, besides notes: [Note]) -> String {
    let taken = Set(notes.compactMap(\.spokenNames.first))
    func isFree(_ title: String) -> Bool { Note.spokenNames(of: title).first.map { !taken.contains($0) } ?? false }
    let words = SpokenText.words(of: text)
    if let title = titleWords.lazy.map({ Self.title(of: words.prefix($0)) }).first(where: isFree) { return title }
    let first = Self.title(of: words.prefix(titleWords.lowerBound))
    var number = 2
    func numbered() -> String { ([first] + SpokenNumber.words(number)).joined(separator: " ") }
    while !isFree(numbered()) { number += 1 }
    return numbered()
  }

  private static let articles: Set<String> = ["a", "an", "the"]
  private static let unfinished: Set<String> = [
    "and", "are", "at", "for", "from", "has", "have", "in", "is", "of", "on", "or", "that", "to", "was", "were", "will", "with",
  ]

  /// Returns the words without an article at the beginning, as in "your car note", and without an end that leaves them unfinished.
  private static func title(of words: ArraySlice<String>) -> String {
    var words = words
    while words.count > 1, let last = words.last, unfinished.contains(last) || articles.contains(last) { words.removeLast() }
    if words.count > 1, let first = words.first, articles.contains(first) { words.removeFirst() }
    return words.joined(separator: " ")
  }
}

/// The note that a request wrote.
private final class WrittenNote: Sendable {
  private let stored = Mutex<String?>(nil)

  /// The group of its donations; nil before it is written.
  var group: String? {
    get { stored.withLock { $0 } }
    set { stored.withLock { $0 = newValue } }
  }
}

/// Creates a note with a title.
public struct CreateNote: Intent {
  /// The title of the intent.
  public static let title = "Create a note"
  /// The same note is not needed again.
  public static let isEligibleForPrediction = false
  /// Titles have unique names, so that a spoken title identifies one note.
  public static let resolvers = [
    ParameterResolver<CreateNote>(\.$noteTitle) { intent, title in
      guard let title else { return .needsValue() }
      guard let name = Note.spokenNames(of: title).first else {
        return .unsupported(reason: "I couldn't find a note with that name again.")
      }
      let taken = try await intent.store.notes().contains { $0.spokenNames.first == name }
      return taken ? .unsupported(reason: "You already have \(IndefiniteArticle.before(name)) note.") : .success(title)
    }
  ]
  @Parameter(title: "Title", prompt: "What should I call it?") var noteTitle: String
  @Parameter(title: "Text", prompt: "What should it say?") var text: String
  @Dependency private var store: NotesStore
  @Dependency private var clock: WallClock

  /// Creates an intent with empty parameters.
  public init() {}

  /// Asks for confirmation, because title and text may be misheard.
  public func confirm() async throws -> IntentResponse { .ready("Save \"\(text)\" as \(noteTitle)?") }

  /// Writes the note.
  public func perform() async throws -> IntentResponse {
    let note = try await store.addNote(titled: noteTitle, body: text, created: clock.now())
    return .success("Saved.", card: note.card(clock: clock))
  }
}

/// Adds a line to a note.
public struct AppendToNote: Intent {
  /// The title of the intent.
  public static let title = "Add to a note"
  @Parameter(title: "Note", prompt: "To which note?") var note: Note
  @Parameter(title: "Text", prompt: "What should I add?") var text: String
  @Dependency private var store: NotesStore
  @Dependency private var clock: WallClock

  /// Creates an intent with empty parameters.
  public init() {}

  /// Donations are deleted with the note.
  public var donationGroup: String? { note.donationGroup }

  /// Adds the line and says the title of the note.
  public func perform() async throws -> IntentResponse {
    guard let changed = try await store.append(text, to: note.id) else { return .failure(NotesDialog.gone) }
    return .success("Added \(text) to \(changed.dialogName).", card: changed.card(clock: clock))
  }
}

/// Removes a line from a note.
public struct RemoveFromNote: Intent {
  /// The title of the intent.
  public static let title = "Remove from a note"
  /// A removed line cannot be removed again.
  public static let isEligibleForPrediction = false
  @Parameter(title: "Note") var note: Note
  @Parameter(title: "Text") var text: String
  @Dependency private var store: NotesStore
  @Dependency private var clock: WallClock

  /// Creates an intent with empty parameters.
  public init() {}

  /// Donations are deleted with the note.
  public var donationGroup: String? { note.donationGroup }

  /// Removes the line or the item that has the words, and says the title of the note.
  public func perform() async throws -> IntentResponse {
    guard let changed = try await store.remove(text, from: note.id) else {
      return .failure("I can't find \(text) in your \(note.dialogName) note.")
    }
    return .success("Removed \(text) from \(changed.dialogName).", card: changed.card(clock: clock))
  }
}

/// Deletes a note.
public struct DeleteNote: Intent {
  /// The title of the intent.
  public static let title = "Delete a note"
  /// A deleted note cannot be deleted again.
  public static let isEligibleForPrediction = false
  /// Without notes, none is asked for.
  public static let resolvers = [
    ParameterResolver<DeleteNote>(\.$note) { intent, note in try await intent.store.resolved(note) }
  ]
  @Parameter(title: "Note", prompt: "Which note?") var note: Note
  @Dependency private var store: NotesStore
  @Dependency private var memory: AssistantMemory

  /// Creates an intent with empty parameters.
  public init() {}

  /// Asks for confirmation, because deletion cannot be undone.
  public func confirm() async throws -> IntentResponse { .ready("Delete your \(note.dialogName) note?") }

  /// Deletes the note, and with it what was learned about it.
  public func perform() async throws -> IntentResponse {
    guard try await store.delete(note.id) else { return .failure(NotesDialog.gone) }
    try await memory.donations.delete(group: note.donationGroup)
    try await memory.shortcuts.setSuggestions(try await NotesAssistant.suggestedShortcuts(store: store))
    return .success("Deleted.")
  }
}
