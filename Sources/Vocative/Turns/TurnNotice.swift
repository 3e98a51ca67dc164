public import VocativeCapture

/// What a watcher of a turn loop is told.
public enum TurnNotice: Sendable {
  /// Something happened in the conversation.
  case event(TurnEvent)
  /// The loop is in another state.
  case state(TurnState)
  /// How loud the last frame was.
  case level(InputLevel)
}

/// What a turn loop is doing, for people.
public enum TurnState: String, Equatable, Sendable, Codable {
  /// Waiting for a keyphrase.
  case idle
  /// Spoken to, waiting for the command.
  case awake
  /// Hearing the command.
  case listening
  /// Handling the request, or speaking.
  case answering
  /// Not listening to anything, until it is told to.
  case muted
}
