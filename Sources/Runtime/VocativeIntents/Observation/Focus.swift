/// The part of an assistant to follow in the log: Flint's focus.
public struct Focus: Equatable, Sendable {
  private let path: [Substring]

  /// Creates a focus on a feature or an intent, as in `Money.Goals`; case is ignored.
  public init(_ path: String) {
    self.path = path.lowercased().split(separator: ".")
  }

  /// Returns whether a topic such as `money.Goals.GoalProgress` is within the focus.
  public func includes(topic: String) -> Bool {
    topic.lowercased().split(separator: ".").starts(with: path)
  }
}

extension IntentRuntime {
  /// The topics of all intents, such as `money.Goals.GoalProgress`.
  package var topics: [String] { assistant.intents.map(assistant.topic) }
}
