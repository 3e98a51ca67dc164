/// A state of an application that a person can come back to: NSUserActivity's part on Linux.
public struct Activity: Hashable, Sendable {
  /// What kind of place it is.
  public let type: ActivityType
  /// What people call it, as in `Show vacation details`.
  public let title: String
  /// What it takes to restore it.
  public let state: [String: String]

  /// An activity of a type.
  public init(_ type: ActivityType, title: String, state: [String: String] = [:]) {
    self.type = type
    self.title = title
    self.state = state
  }
}
