/// Says things.
public protocol Synthesizer: Sendable {
  /// Says a text and returns when it has been heard, or when the task is cancelled.
  ///
  /// - Throws: `SpeechError` if the text could not be spoken. The assistant goes on listening all the same.
  func speak(_ text: String) async throws(SpeechError)

  /// Sounds a tone and returns when it has been heard, or when the task is cancelled.
  ///
  /// - Throws: `SpeechError` if it could not be played.
  func play(_ earcon: Earcon) async throws(SpeechError)

  /// Plays speech that somebody else has made and returns when it has been heard, or when the task is cancelled.
  ///
  /// - Throws: `SpeechError` if it could not be played.
  func play(_ speech: SpeechEngine.Speech) async throws(SpeechError)
}

extension Synthesizer {
  /// Nothing: who only writes down what is said has no tones.
  public func play(_ earcon: Earcon) async throws(SpeechError) {}

  /// Nothing: who only writes down what is said has no sound.
  public func play(_ speech: SpeechEngine.Speech) async throws(SpeechError) {}
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
    /// The task that asked for it was cancelled; there is nothing to mend.
    case cancelled
  }

  /// What speaking throws when its task was cancelled.
  package static let cancelled = SpeechError(code: .cancelled, reason: "given up, as nobody waits for it any more")

  /// What failed.
  public let code: Code
  /// Why, and what to type about it.
  public let reason: String

  package init(code: Code, reason: String) {
    self.code = code
    self.reason = reason
  }

  /// The reason.
  public var description: String { reason }
}
