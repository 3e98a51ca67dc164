/// The parts of a page that change on their own.
enum PageTopic: String, CaseIterable, Sendable {
  /// What the assistant is doing.
  case state
  /// How loud the microphone is.
  case level
  /// What was spotted, understood and said lately.
  case heard
  /// The last card.
  case card
  /// Suggestions and voice shortcuts.
  case shortcuts
  /// What was asked for lately.
  case timeline
  /// Nothing but a sign that the connection is there.
  case sign
}
