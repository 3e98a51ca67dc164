public import VocativeCapture

/// A notification of a turn loop.
public enum TurnNotice: Sendable {
  /// An event in the conversation.
  case event(TurnEvent)
  /// The loop's state changed.
  case state(TurnState)
  /// The level of the last frame.
  case level(InputLevel)
  /// A request outside conversations has changed what the assistants remember, such as a shortcut.
  case memory
}

/// The state of a turn loop.
public enum TurnState: String, Equatable, Sendable, Codable {
  /// Waiting for a keyphrase.
  case idle
  /// Called, and waiting for the command.
  case awake
  /// Hearing the command.
  case listening
  /// Handling the request, or speaking.
  case answering
  /// Ringing until a person stops it, and waiting for a keyphrase if it is not muted.
  case ringing
  /// Not listening until it is unmuted.
  case muted
}
