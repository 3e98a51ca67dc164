/// A sound file that cannot be read or written: its path and the reason.
public struct SoundFileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of the error.
  public enum Code: Sendable, Equatable {
    /// No file exists at this path.
    case missing
    /// The file exists but is not readable.
    case accessDenied
    /// The file is empty, or has a header and no audio.
    case empty
    /// The header declares more audio than the file contains.
    case truncated
    /// The file is not a sound file, or libsndfile does not support its format.
    case notAudio
    /// The file cannot be written.
    case unwritable
    /// The audio data is damaged.
    case damaged
    /// The file has too many channels or is too long.
    case tooLarge
    /// The path is a folder.
    case folder
  }

  /// The kind of the error.
  public let code: Code
  /// The path as given by the user.
  public let path: String
  /// The reason, in libsndfile's words if it gave any.
  public let reason: String

  /// Whether the file was not read, because it is missing, not readable or a folder.
  public var isUnread: Bool {
    switch code {
    case .missing, .accessDenied, .folder: true
    case .empty, .truncated, .notAudio, .unwritable, .damaged, .tooLarge: false
    }
  }

  /// Creates an error about a file.
  package init(code: Code, path: String, reason: String) {
    self.code = code
    self.path = path
    self.reason = reason
  }

  /// One line: the path and the reason.
  public var description: String { "\(path): \(reason)" }
}
