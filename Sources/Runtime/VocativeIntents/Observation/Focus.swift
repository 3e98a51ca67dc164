/// The part of an assistant somebody wants to follow in the log: Flint's focus.
public struct Focus: Equatable, Sendable {
  private let path: [Substring]

  /// A focus on a feature or an intent, as in `Money.Goals`; upper and lower case do not matter.
  public init(_ path: String) {
    self.path = path.lowercased().split(separator: ".")
  }

  /// Whether a topic such as `money.Goals.GoalProgress` lies within the focus.
  public func includes(topic: String) -> Bool {
    topic.lowercased().split(separator: ".").starts(with: path)
  }
}
