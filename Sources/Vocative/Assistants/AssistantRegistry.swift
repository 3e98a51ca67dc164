public import VocativeIntents
public import VocativeResponse

/// An assistant that a program includes.
public struct BuiltInAssistant: Sendable {
  /// The assistant's name, in lower case, as on the command line.
  public let name: String
  /// The presenters for its cards; empty for the default card.
  public let presenters: [any ResponsePresenter.Type]
  let make: @Sendable () async throws -> Assistant

  /// Creates an entry for an assistant.
  ///
  /// - Parameter make: Opens the assistant's store and makes the assistant.
  public init(
    name: String, presenters: [any ResponsePresenter.Type] = [], make: @escaping @Sendable () async throws -> Assistant
  ) {
    self.name = name
    self.presenters = presenters
    self.make = make
  }
}

/// The assistants that a program includes, the default first.
public struct AssistantRegistry: Equatable, Sendable {
  private let assistants: [BuiltInAssistant]

  /// Creates a registry; the first assistant is the default.
  public init(_ assistants: [BuiltInAssistant]) { self.assistants = assistants }

  /// The names, the default first.
  public var names: [String] { assistants.map(\.name) }

  /// The assistant with this name; nil if the program has none.
  public subscript(name: String) -> BuiltInAssistant? { assistants.first { $0.name == name } }

  /// Whether both have the same names.
  public static func == (one: AssistantRegistry, other: AssistantRegistry) -> Bool { one.names == other.names }
}
