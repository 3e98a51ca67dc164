/// Something that a program does with the data of an assistant, such as adding a contact.
///
/// A command line performs it, or a running daemon, which owns the data.
public struct AssistantOperation: Sendable {
  /// The name, such as `contacts.add`.
  public let name: String
  /// Performs the operation with JSON, and returns JSON.
  public let perform: @Sendable (_ input: String) async throws -> String

  /// Creates an operation.
  ///
  /// - Parameter perform: Performs it with JSON, and returns JSON; throws `AssistantOperationError` for a fault of the input.
  public init(name: String, perform: @escaping @Sendable (_ input: String) async throws -> String) {
    self.name = name
    self.perform = perform
  }
}

/// The reason why an operation was not performed.
public struct AssistantOperationError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kinds of reasons.
  public enum Code: Sendable {
    /// The input is invalid.
    case invalid
    /// The input names something that does not exist.
    case notFound
    /// The data cannot be changed.
    case unavailable
  }

  /// The kind of the reason.
  public let code: Code
  /// The reason and the remedy.
  public let description: String

  /// Creates a reason.
  public init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
