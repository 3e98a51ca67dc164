/// Says things.
public protocol Synthesizer: Sendable {
  /// Says a text and returns when it has been heard, or when the task is cancelled.
  ///
  /// - Throws: `SpeechError` when the text could not be spoken. The assistant goes on listening all the same.
  func speak(_ text: String) async throws(SpeechError)
}

/// A text that could not be spoken, and what to do about it.
public struct SpeechError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What failed.
  public enum Code: Sendable, Equatable {
    /// No speech engine is installed, or it cannot be run.
    case engineMissing
    /// The engine ran and produced no usable audio.
    case engineFailed
    /// The audio could not be played.
    case playbackFailed
  }

  /// What failed.
  public let code: Code
  /// Why, and what to type about it.
  public let reason: String

  /// The reason.
  public var description: String { reason }
}
