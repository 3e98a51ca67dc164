import Foundation
public import Logging
public import VocativeIntents
public import VocativeIntentsFile
public import VocativeResponse

/// An assistant that the program does not have.
public struct UnknownAssistantError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The name that was asked for.
  public let name: String
  /// The names of the assistants there are.
  public let known: [String]

  /// The name, and the names there are.
  public var description: String {
    "there is no assistant \"\(name)\"; there are: \(known.joined(separator: ", ")); "
      + "one of your own is named with --intents FILE"
  }
}

/// Makes assistants ready to be spoken to.
public enum AssistantLoader {
  /// The assistant that was chosen, with its store opened.
  ///
  /// - Parameter user: Whom commands of an intents file run as; nil for whom this program runs as.
  /// - Throws: `UnknownAssistantError`, `IntentsFileError`, or what is wrong with the assistant's store.
  public static func load(_ choice: AssistantChoice, runningHandlersAs user: HandlerUser? = nil, logger: Logger) throws
    -> Assistant
  {
    switch choice {
    case .file(let path):
      return try IntentsFile.load(path: path, runningHandlersAs: user)
    case .named(let name, let registry):
      guard let assistant = registry[name] else { throw UnknownAssistantError(name: name, known: registry.names) }
      return try assistant.make()
    }
  }

  /// What draws an assistant's cards; an assistant of one's own has the default card.
  public static func presenters(of choice: AssistantChoice) -> [any ResponsePresenter.Type] {
    switch choice {
    case .named(let name, let registry): registry[name]?.presenters ?? []
    case .file: []
    }
  }

  /// The database of a built-in assistant, in the user's data folder by the XDG base directory specification.
  public static func storePath(for name: String) -> String { "\(dataFolder)/\(name).sqlite" }

  /// `vocative` in the user's data folder by the XDG base directory specification.
  public static var dataFolder: String {
    let environment = ProcessInfo.processInfo.environment
    let base = BaseFolder.path("XDG_DATA_HOME", in: environment) ?? BaseFolder.home(in: environment) + "/.local/share"
    return "\(base)/vocative"
  }
}
