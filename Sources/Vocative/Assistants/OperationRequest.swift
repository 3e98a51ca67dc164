public import VocativeIntents

/// A request of a program for an operation of an assistant.
public struct OperationRequest: Codable, Equatable, Sendable {
  /// The name of the assistant.
  public let assistant: String
  /// The name of the operation.
  public let operation: String
  /// The input, usually JSON.
  public let input: String

  /// Creates a request.
  public init(_ operation: String, of assistant: String, input: String = "") {
    (self.operation, self.assistant, self.input) = (operation, assistant, input)
  }

  /// Performs the operation, and returns its output as JSON.
  ///
  /// - Throws: `AssistantOperationError`, or an error of the assistant's store.
  public func perform(by assistant: Assistant) async throws -> String {
    guard let operation = assistant.operations.first(where: { $0.name == operation }) else {
      throw AssistantOperationError(.invalid, "the assistant \"\(assistant.name)\" has no operation \"\(operation)\"")
    }
    return try await operation.perform(input)
  }
}

extension IntentRuntime {
  /// Performs an operation of a served assistant, and returns its output as JSON.
  ///
  /// - Throws: `MemoryRequestError` for an assistant that is not served, `AssistantOperationError`, or an error of its store.
  public func perform(_ request: OperationRequest) async throws -> String {
    guard let assistant = assistants.first(where: { $0.name == request.assistant }) else {
      throw MemoryRequestError(
        description: "the assistant \"\(request.assistant)\" is not served; those that are: "
          + assistants.map(\.name).joined(separator: ", "))
    }
    return try await request.perform(by: assistant)
  }
}

extension AssistantOperationError: ExitStatusProviding {
  /// The exit status for the kind of the reason.
  public var exitStatus: ExitStatus {
    switch code {
    case .invalid: .data
    case .notFound: .no
    case .unavailable: .unavailable
    }
  }
}
