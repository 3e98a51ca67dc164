public import VocativeCapture

/// An operation that a turn loop cannot perform in its current state.
public enum TurnLoopError: Error, Equatable, Sendable, CustomStringConvertible {
  /// It does not listen to a source.
  case notListening
  /// The microphone is muted.
  case muted
  /// The source delivers no audio.
  case deaf(CaptureCondition)
  /// The text contains no words.
  case noWords

  /// The reason and the remedy.
  public var description: String {
    switch self {
    case .notListening: "cannot wait for a command: the microphone is not in use"
    case .muted: "the microphone is muted; unmute it first, or type the command"
    case .deaf(let condition):
      "cannot hear a command: \(condition.summary); run \"vocative doctor\" for details, or type the command"
    case .noWords: "the text contains no words"
    }
  }
}
