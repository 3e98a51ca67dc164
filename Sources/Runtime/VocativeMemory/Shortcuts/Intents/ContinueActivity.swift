public import VocativeIntents

/// Continues an activity, such as the details of a goal.
public struct ContinueActivity: Intent {
  /// The title of the intent.
  public static let title = "Continue"
  @Parameter(title: "Activity", prompt: "With what?") var activity: RecentActivity
  @Dependency private var continuing: ActivityContinuing
  @Dependency private var memory: AssistantMemory
  @Dependency private var clock: WallClock

  /// Creates an intent with empty parameters.
  public init() {}

  /// Continues the activity as its assistant declares.
  public func perform() async throws -> IntentResponse {
    let response = await continuing.run(activity.activity, activity.assistant)
    guard response.code == .success else { return response }
    try await memory.activities.visit(activity.activity, of: activity.assistant, date: clock.now())
    return response.dialog.isEmpty ? .success("Here is \(activity.dialogName).", card: response.card) : response
  }

  /// Returns a shortcut that continues an activity of an assistant; nil if it cannot be stored.
  static func shortcut(to activity: Activity, of assistant: String) -> Shortcut? {
    guard let recent = RecentActivity(activity, of: assistant) else { return nil }
    let intent = ContinueActivity()
    intent.activity = recent
    return Shortcut(intent)
  }

  /// Returns the activity that a shortcut continues; nil for another shortcut.
  static func activity(of shortcut: Shortcut) -> RecentActivity? {
    shortcut.intent == name ? shortcut.values["activity"].flatMap { RecentActivity(id: $0) } : nil
  }
}

/// Continues activities of any assistant of a runtime.
struct ActivityContinuing: MemoryService {
  let run: @Sendable (_ activity: Activity, _ assistant: String) async -> IntentResponse
}
