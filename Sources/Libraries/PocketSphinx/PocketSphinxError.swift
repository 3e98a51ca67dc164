/// A failed PocketSphinx call, or input that was rejected before a call, with the library's own message if it gave one.
public struct PocketSphinxError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of a failure.
  public enum Code: Sendable, Equatable {
    /// A file of the acoustic model is missing, empty or damaged.
    case model
    /// A folder that the user named has no model.
    case noModel
    /// The file with the user's own pronunciations is missing, or cannot be read.
    case noPronunciations
    /// A pronunciation is empty or uses a phone that is not in the model.
    case pronunciation
    /// A word of a phrase or grammar has no pronunciation.
    case unknownWord
    /// A keyphrase list or grammar was rejected.
    case search
    /// Decoding failed.
    case decoding
  }

  /// The kind of the failure.
  public let code: Code
  /// The C function that failed, or the check before it.
  public let operation: String
  /// The reason, with the path, word or phrase.
  public let reason: String

  /// Creates an error that is found before the library is called.
  public init(code: Code, operation: String, reason: String) {
    self.code = code
    self.operation = operation
    self.reason = reason
  }

  /// One line: the operation and the reason.
  public var description: String { "\(operation): \(reason)" }
}
