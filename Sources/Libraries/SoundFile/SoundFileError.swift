/// A sound file that cannot be read or written: which one, and why in libsndfile's words or ours.
public struct SoundFileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Code: Sendable, Equatable {
    /// No file at this path.
    case missing
    /// The file exists but may not be read.
    case accessDenied
    /// The file has no bytes, or a header and no audio.
    case empty
    /// The header promises more audio than the file holds.
    case truncated
    /// Not a sound file, or of a kind libsndfile does not read.
    case notAudio
    /// The file could not be written.
    case unwritable
    /// The audio data is damaged.
    case damaged
    /// There is more of it than may be: channels, or time.
    case tooLarge
  }

  /// What is wrong.
  public let code: Code
  /// The file as it was named.
  public let path: String
  /// Why, in libsndfile's words where it had some.
  public let reason: String

  /// An error of a file.
  package init(code: Code, path: String, reason: String) {
    self.code = code
    self.path = path
    self.reason = reason
  }

  /// One line: the path and the reason.
  public var description: String { "\(path): \(reason)" }
}
