/// The source of a request.
public enum IntentSource: String, Equatable, Sendable, Codable, CaseIterable {
  /// Spoken words.
  case voice
  /// Typed words.
  case text
  /// A shortcut, or a step of a workflow.
  case shortcut
  /// A continued activity.
  case activity
  /// Another program.
  case api
}
