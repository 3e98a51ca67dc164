import VocativeIntentsFile

/// The assistant to use.
public enum AssistantChoice: Equatable, Sendable {
  /// An assistant that the program includes, by name.
  case named(String, among: AssistantRegistry)
  /// An assistant in an intents file, by path.
  case file(String)
  /// An assistant in an intents file that is installed under a name.
  case installed(name: String, path: String)
  /// An app, by the path of its file.
  case app(name: String, path: String)

  /// The assistant's name, which also identifies its memory.
  public var name: String {
    switch self {
    case .named(let name, _), .installed(let name, _), .app(let name, _): name
    case .file(let path): IntentsFile.assistantName(of: path)
    }
  }

  /// The path of the intents file or app file; nil for an assistant of the program.
  public var path: String? {
    switch self {
    case .named: nil
    case .file(let path), .installed(_, let path), .app(_, let path): path
    }
  }

  /// Chooses the assistant in a file: an app if the name of the file ends like that of one.
  public init(path: String) {
    self = path.hasSuffix(AppFile.suffix) ? .app(name: AppFile.name(of: path), path: path) : .file(path)
  }

  /// Chooses the intents file if there is one, else the assistant with the name, else the default assistant.
  public init(name: String?, intentsFile: String?, among registry: AssistantRegistry) {
    self = intentsFile.map { AssistantChoice(path: $0) } ?? .named(name ?? registry.names.first ?? "", among: registry)
  }
}
