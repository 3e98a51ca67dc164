public import VocativeIntents
public import VocativeResponse

/// An assistant that a program brings along.
public struct BuiltInAssistant: Sendable {
  /// The assistant's name, in lower case, as on the command line.
  public let name: String
  /// What draws its cards; empty for the default card.
  public let presenters: [any ResponsePresenter.Type]
  let make: @Sendable () throws -> Assistant

  /// An assistant of a program.
  ///
  /// - Parameter make: Opens the assistant's store and makes the assistant.
  public init(
    name: String, presenters: [any ResponsePresenter.Type] = [], make: @escaping @Sendable () throws -> Assistant
  ) {
    self.name = name
    self.presenters = presenters
    self.make = make
  }
}

/// The assistants that a program brings along, the default first.
public struct AssistantRegistry: Equatable, Sendable {
  private let assistants: [BuiltInAssistant]

  /// The assistants of a program, the default first.
  public init(_ assistants: [BuiltInAssistant]) { self.assistants = assistants }

  /// The names, the default first.
  public var names: [String] { assistants.map(\.name) }

  /// The assistant of this name; nil if the program has none.
  public subscript(name: String) -> BuiltInAssistant? { assistants.first { $0.name == name } }

  /// Whether both have the same names.
  public static func == (one: AssistantRegistry, other: AssistantRegistry) -> Bool { one.names == other.names }
}
