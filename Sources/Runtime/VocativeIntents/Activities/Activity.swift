/// A state of an application that a person can return to: NSUserActivity's counterpart on Linux.
public struct Activity: Hashable, Sendable {
  /// The type of the activity.
  public let type: ActivityType
  /// The title to display, as in `Show vacation details`.
  public let title: String
  /// The values needed to restore the state.
  public let state: [String: String]

  /// Creates an activity of a type.
  public init(_ type: ActivityType, title: String, state: [String: String] = [:]) {
    self.type = type
    self.title = title
    self.state = state
  }
}
