public import VocativeIntents

/// Opens a note in presentation mode.
public struct PresentNote: Intent {
  /// What the intent is for.
  public static let title = "Present a note"
  /// What somebody may want to say for a note of their own.
  public static let suggestedInvocationPhrase: String? = "it's show time"
  /// A note that is shown line by line.
  public static let presentation = ActivityType("notes.presentation", eligibility: [.prediction, .handOff])
  /// A note that is shown line by line.
  public static let activityTypes = [presentation]
  @Parameter(title: "Note", prompt: "Which note?") var note: Note

  /// An intent whose note is still to be filled.
  public init() {}

  /// Goes on in the presentation.
  public func perform() async throws -> IntentResponse {
    .continueInApp(
      "", activity: Activity(Self.presentation, title: "Present \(note.title)", state: ["note": note.id]))
  }
}

/// Turns presentation mode on or off.
public struct SwitchPresentationMode: Intent {
  /// What the intent is for.
  public static let title = "Presentation mode"
  /// The switch everything about presentations depends on.
  static let toggle = "notes.presentation"
  @Parameter(title: "State", prompt: "On or off?") var state: Switch
  @Dependency private var toggles: FeatureToggles

  /// An intent whose state is still to be filled.
  public init() {}

  /// Turns it, and says how it is now.
  public func perform() async throws -> IntentResponse {
    try await toggles.set(state == .on, for: Self.toggle)
    return .success("Presentation mode is \(state.rawValue).")
  }
}

/// On or off.
public enum Switch: String, ParameterEnum {
  /// It is used.
  case on
  /// It is not.
  case off
}
