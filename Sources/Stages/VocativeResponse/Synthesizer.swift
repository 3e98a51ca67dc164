/// Speaks texts.
public protocol Synthesizer: Sendable {
  /// Speaks a text and returns when it has been heard or the task is cancelled.
  ///
  /// - Throws: `SpeechError` if the text could not be spoken. The assistant continues to listen.
  func speak(_ text: String) async throws(SpeechError)

  /// Plays a tone and returns when it has been heard or the task is cancelled.
  ///
  /// - Throws: `SpeechError` if it could not be played.
  func play(_ earcon: Earcon) async throws(SpeechError)

  /// Plays finished speech and returns when it has been heard or the task is cancelled.
  ///
  /// - Throws: `SpeechError` if it could not be played.
  func play(_ speech: SpeechEngine.Speech) async throws(SpeechError)
}

extension Synthesizer {
  /// Does nothing: a synthesizer that only records text has no tones.
  public func play(_ earcon: Earcon) async throws(SpeechError) {}

  /// Does nothing: a synthesizer that only records text has no audio.
  public func play(_ speech: SpeechEngine.Speech) async throws(SpeechError) {}
}

/// The reason a text could not be spoken, with a remedy.
public struct SpeechError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of the error.
  public enum Code: Sendable, Equatable {
    /// No speech engine is installed, or it cannot run.
    case engineMissing
    /// The engine ran but produced no usable audio.
    case engineFailed
    /// The audio could not be played.
    case playbackFailed
    /// The task was cancelled; there is nothing to fix.
    case cancelled
  }

  /// The error of a cancelled task.
  package static let cancelled = SpeechError(code: .cancelled, reason: "cancelled")

  /// The kind of the error.
  public let code: Code
  /// The reason, with a command that fixes it.
  public let reason: String
  /// The reason without the remedy, for a program that has one of its own.
  package let cause: String
  /// The messages of the engine, which may repeat a private text and thus do not belong in a log; nil if there are none.
  package let engineWords: String?

  /// - Parameter remedy: A sentence after the reason; nil if the reason already contains the remedy.
  package init(code: Code, reason: String, remedy: String? = nil, engineWords: String? = nil) {
    (self.code, self.engineWords) = (code, engineWords)
    cause = reason
    self.reason = remedy.map { "\(reason). \($0)" } ?? reason
  }

  /// The reason.
  public var description: String { reason }
}
