public import Logging
public import VocativeIntents
public import VocativeIntentsFile
public import VocativeResponse

/// When assistants use sample data, which is discarded at the end of the program.
public enum SampleData: Equatable, Sendable {
  /// They use only the owner's own data.
  case never
  /// They use it if the owner has no data of the assistant.
  case ifEmpty
  /// They use it instead of the owner's data.
  case always
}

/// The settings that a program passes to the assistants that it includes.
public struct AssistantEnvironment: Sendable {
  /// The user that runs programs of assistants; nil for the user of this process.
  public let handlerUser: HandlerUser?
  /// When an assistant uses sample data.
  public let sampleData: SampleData
  /// The log.
  public let logger: Logger

  /// Creates an environment.
  public init(handlerUser: HandlerUser? = nil, sampleData: SampleData = .never, logger: Logger) {
    (self.handlerUser, self.sampleData, self.logger) = (handlerUser, sampleData, logger)
  }
}

/// An assistant that a program includes.
public struct BuiltInAssistant: Sendable {
  /// The assistant's name, in lower case, as on the command line.
  public let name: String
  /// The presenters for its cards; empty for the default card.
  public let presenters: [any ResponsePresenter.Type]
  let make: @Sendable (AssistantEnvironment) async throws -> Assistant

  /// Creates an entry for an assistant.
  ///
  /// - Parameter make: Opens the assistant's store and makes the assistant.
  public init(
    name: String, presenters: [any ResponsePresenter.Type] = [], make: @escaping @Sendable () async throws -> Assistant
  ) {
    self.init(name: name, presenters: presenters) { _ in try await make() }
  }

  /// Creates an entry for an assistant that depends on the program.
  ///
  /// - Parameter make: Opens the assistant's store and makes the assistant.
  public init(
    name: String, presenters: [any ResponsePresenter.Type] = [],
    make: @escaping @Sendable (AssistantEnvironment) async throws -> Assistant
  ) {
    self.name = name
    self.presenters = presenters
    self.make = make
  }
}

/// The assistants that a program includes, the default first.
public struct AssistantRegistry: Equatable, Sendable {
  /// The assistants, the default first.
  public let assistants: [BuiltInAssistant]

  /// Creates a registry; the first assistant is the default.
  public init(_ assistants: [BuiltInAssistant]) { self.assistants = assistants }

  /// The names, the default first.
  public var names: [String] { assistants.map(\.name) }

  /// The assistant with this name; nil if the program has none.
  public subscript(name: String) -> BuiltInAssistant? { assistants.first { $0.name == name } }

  /// Whether both have the same names.
  public static func == (one: AssistantRegistry, other: AssistantRegistry) -> Bool { one.names == other.names }
}
