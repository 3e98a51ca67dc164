/// Who or what asked for an intent.
public enum IntentSource: String, Equatable, Sendable, Codable, CaseIterable {
  /// Somebody spoke.
  case voice
  /// Somebody typed.
  case text
  /// A shortcut that somebody had made, or a step of a workflow.
  case shortcut
  /// An activity that is continued.
  case activity
  /// Another program.
  case api
}
