/// A failed PocketSphinx call, or input that would have made it fail, with the library's own words where it had some.
public struct PocketSphinxError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What went wrong.
  public enum Code: Sendable, Equatable {
    /// A file of the acoustic model is missing, empty or damaged.
    case model
    /// A pronunciation uses a phone the model does not know, or none.
    case pronunciation
    /// A word of a phrase or grammar has no pronunciation.
    case unknownWord
    /// A keyphrase list or grammar was refused.
    case search
    /// Decoding failed.
    case decoding
  }

  /// What went wrong.
  public let code: Code
  /// The C function that failed, or the check that came before it.
  public let operation: String
  /// What was wrong, with the path, word or phrase.
  public let reason: String

  /// An error that is found before the library is asked.
  public init(code: Code, operation: String, reason: String) {
    self.code = code
    self.operation = operation
    self.reason = reason
  }

  /// One line: the operation and the reason.
  public var description: String { "\(operation): \(reason)" }
}
