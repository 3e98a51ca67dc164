/// The parts of a page that update on their own.
enum PageTopic: String, CaseIterable, Sendable {
  /// The assistant's state.
  case state
  /// The microphone level.
  case level
  /// Recent events.
  case heard
  /// The last card.
  case card
  /// Suggestions and voice shortcuts.
  case shortcuts
  /// Recent requests.
  case timeline
  /// Activities for other devices.
  case activities
  /// Features and whether they are available.
  case features
  /// A keep-alive for the connection.
  case sign
}
