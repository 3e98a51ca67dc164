import Foundation
public import Logging
import Messages
import Money
import Notes
public import VocativeIntents
public import VocativeIntentsFile
public import VocativeResponse

/// Which assistant to talk to.
public enum AssistantChoice: Equatable, Sendable {
  /// One that comes with Vocative, by name.
  case named(String)
  /// One written as an intents file.
  case file(String)

  /// The assistant's name, under which it remembers things.
  public var name: String {
    switch self {
    case .named(let name): name
    case .file(let path): IntentsFile.assistantName(of: path)
    }
  }

  /// The intents file where one was named, else the assistant of that name, else the default.
  public init(name: String?, intentsFile: String?) {
    self = intentsFile.map { .file($0) } ?? .named(name ?? AssistantLoader.names[0])
  }
}

/// An assistant that does not come with Vocative.
public struct UnknownAssistantError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The name that was asked for.
  public let name: String

  /// The name, and the names there are.
  public var description: String {
    "there is no assistant \"\(name)\"; there are: \(AssistantLoader.names.joined(separator: ", ")); "
      + "one of your own is named with --intents FILE"
  }
}

/// Makes assistants ready to be spoken to.
public enum AssistantLoader {
  /// The assistants that come with Vocative.
  public static let names = [MoneyAssistant.name, NotesAssistant.name, MessagesAssistant.name]

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
    case .named(MoneyAssistant.name):
      return try MoneyAssistant.make(store: MoneyStore(path: storePath(for: MoneyAssistant.name)))
    case .named(NotesAssistant.name):
      return try NotesAssistant.make(store: NotesStore(path: storePath(for: NotesAssistant.name)))
    case .named(MessagesAssistant.name):
      return try MessagesAssistant.make(
        store: MessagesStore(path: storePath(for: MessagesAssistant.name)),
        transport: SpoolTransport(folder: dataFolder + "/messages-outbox"))
    case .named(let name):
      throw UnknownAssistantError(name: name)
    }
  }

  /// What draws an assistant's cards; an assistant of one's own has the default card.
  public static func presenters(of choice: AssistantChoice) -> [any ResponsePresenter.Type] {
    switch choice {
    case .named(MoneyAssistant.name): MoneyInterface.presenters
    case .named(NotesAssistant.name): NotesInterface.presenters
    case .named(MessagesAssistant.name): MessagesInterface.presenters
    case .named, .file: []
    }
  }

  /// The database of an assistant that comes with Vocative, in the user's data folder by the XDG base directory specification.
  public static func storePath(for name: String) -> String { "\(dataFolder)/\(name).sqlite" }

  private static var dataFolder: String {
    let environment = ProcessInfo.processInfo.environment
    let base = BaseFolder.path("XDG_DATA_HOME", in: environment) ?? BaseFolder.home(in: environment) + "/.local/share"
    return "\(base)/vocative"
  }
}
