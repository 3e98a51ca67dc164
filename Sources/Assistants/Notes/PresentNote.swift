public import VocativeIntents
import VocativeMemory

/// Opens a note in presentation mode.
public struct PresentNote: Intent {
  /// The title of the intent.
  public static let title = "Present a note"
  /// A suggestion for a note's own phrase.
  public static let suggestedInvocationPhrase: String? = "it's show time"
  /// A note that is presented line by line.
  public static let presentation = ActivityType("notes.presentation", eligibility: [.search, .prediction, .handOff])
  /// A note that is presented line by line.
  public static let activityTypes = [presentation]
  /// Without notes, none is asked for.
  public static let resolvers = [
    ParameterResolver<PresentNote>(\.$note) { intent, note in try await intent.store.resolved(note) }
  ]
  @Parameter(title: "Note", prompt: "Which note?") var note: Note
  @Dependency private var store: NotesStore

  /// Creates an intent with empty parameters.
  public init() {}

  /// Donations are deleted with the note.
  public var donationGroup: String? { note.donationGroup }

  /// Continues in the presentation.
  public func perform() async throws -> IntentResponse {
    .continueInApp("", activity: Self.activity(for: note))
  }

  /// Returns the presentation of a note.
  static func activity(for note: Note) -> Activity {
    Activity(presentation, title: "Present \(note.title)", state: ["note": note.id])
  }
}

/// The mode that all presentation intents depend on.
struct PresentationMode {
  static let isOffReason = "Presentation mode is off. Say: turn presentation mode on."
  @Dependency private var toggles: FeatureToggles

  init() {}

  /// Whether the mode is on; only while a request is performed or an activity is continued.
  var isOn: Bool { get async throws { try await toggles.isOn(SwitchPresentationMode.toggle) ?? false } }
}

/// Turns presentation mode on or off.
public struct SwitchPresentationMode: Intent {
  /// The title of the intent.
  public static let title = "Presentation mode"
  /// The toggle that all presentation intents depend on.
  static let toggle = "notes.presentation"
  @Parameter(title: "State", prompt: "On or off?") var state: Switch
  @Dependency private var toggles: FeatureToggles

  /// Creates an intent with empty parameters.
  public init() {}

  /// Sets the mode and says its new state.
  public func perform() async throws -> IntentResponse {
    try await toggles.set(state == .on, for: Self.toggle)
    return .success("Presentation mode is \(state.rawValue).")
  }
}

/// The states of a switch.
public enum Switch: String, ParameterEnum {
  /// The switch is on.
  case on
  /// The switch is off.
  case off
}
