/// Something a person can ask for: its parameters, and what is done when it is asked for.
///
/// A value is made for each request, filled with the parameters that were said, performed and thrown away.
///
/// ```swift
/// struct GoalProgress: Intent {
///   static let title = "Goal progress"
///   @Parameter(title: "Goal", prompt: "Which goal?") var goal: Goal
///
///   func perform() async throws -> IntentResponse {
///     .success("You have saved \(goal.saved) for \(goal.name).")
///   }
/// }
/// ```
public protocol Intent: Sendable {
  /// The intent's identifier in events and logs; the type's name unless declared otherwise.
  static var name: String { get }
  /// A few words for people: what the intent is for.
  static var title: String { get }
  /// An intent whose parameters are still empty.
  init()
  /// Does what was asked for and says how it went.
  ///
  /// Runs off the audio path, with every required parameter filled. What it throws becomes a spoken failure.
  func perform() async throws -> IntentResponse
}

extension Intent {
  /// The type's name.
  public static var name: String { String(describing: Self.self) }
}
