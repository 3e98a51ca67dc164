import Foundation
public import Logging
public import VocativeApps
public import VocativeIntents
public import VocativeIntentsFile
public import VocativeResponse

/// An error for a name that none of the program's assistants has.
public struct UnknownAssistantError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The requested name.
  public let name: String
  /// The names of the program's assistants.
  public let known: [String]
  /// The folder in which an assistant of this name would be installed; nil if an intents file can be given instead.
  var folder: String?

  /// The unknown name, the known names, and how to use an intents file.
  public var description: String {
    let remedy =
      folder.map { "to install your own, save it as \($0)/NAME.intents.yaml" } ?? "to use your own, give --intents FILE"
    return "no assistant is called \"\(name)\"; the assistants are: \(known.joined(separator: ", ")); \(remedy)"
  }
}

/// Loads assistants and finds their files.
public enum AssistantLoader {
  /// Loads the chosen assistant and opens its store.
  ///
  /// - Parameters:
  ///   - handlers: The settings of the computer for handlers of intents files, and for apps.
  ///   - apps: The running apps, to which a chosen app is added.
  ///   - sampleData: When an assistant of the program uses sample data.
  /// - Throws: `UnknownAssistantError`, `IntentsFileError`, `AppError`, or an error of the assistant's store.
  public static func load(
    _ choice: AssistantChoice, handlers: HandlerSettings = HandlerSettings(), apps: AppHosts? = nil,
    sampleData: SampleData = .never, logger: Logger
  ) async throws -> Assistant {
    switch choice {
    case .file(let path):
      return try IntentsFile.load(path: path, handlers: handlers, logger: logger)
    case .installed(let name, let path):
      return try IntentsFile.load(path: path, named: name, handlers: handlers, logger: logger)
    case .app(let name, let path):
      return try await (apps ?? AppHosts(logger: logger)).assistant(
        AppFile(path: path, named: name, runningAs: handlers.user))
    case .named(let name, let registry):
      guard let assistant = registry[name] else { throw UnknownAssistantError(name: name, known: registry.names) }
      return try await assistant.make(
        AssistantEnvironment(handlerUser: handlers.user, sampleData: sampleData, logger: logger))
    }
  }

  /// Returns the presenters for an assistant's cards; an intents file uses the default card.
  public static func presenters(of choice: AssistantChoice) -> [any ResponsePresenter.Type] {
    switch choice {
    case .named(let name, let registry): registry[name]?.presenters ?? []
    case .file, .installed, .app: []
    }
  }

  /// Returns the path of a built-in assistant's database in `dataFolder`.
  public static func storePath(for name: String) -> String { "\(dataFolder)/\(name).sqlite" }

  /// The folder `vocative` in the user's configuration folder, as the XDG base directory specification defines it.
  public static var configurationFolder: String { ConfigurationFolder.path }

  /// The folder `vocative` in the user's data folder, as the XDG base directory specification defines it.
  public static var dataFolder: String {
    let environment = ProcessInfo.processInfo.environment
    let base = BaseFolder.path("XDG_DATA_HOME", in: environment) ?? BaseFolder.home(in: environment) + "/.local/share"
    return "\(base)/vocative"
  }
}
