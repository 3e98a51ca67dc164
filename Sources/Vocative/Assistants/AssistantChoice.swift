import VocativeIntentsFile

/// Which assistant to talk to.
public enum AssistantChoice: Equatable, Sendable {
  /// One of a program's own, by name.
  case named(String, among: AssistantRegistry)
  /// One written as an intents file.
  case file(String)

  /// The assistant's name, under which it remembers things.
  public var name: String {
    switch self {
    case .named(let name, _): name
    case .file(let path): IntentsFile.assistantName(of: path)
    }
  }

  /// The intents file where one was named, else the assistant of that name, else the default.
  public init(name: String?, intentsFile: String?, among registry: AssistantRegistry) {
    self = intentsFile.map { .file($0) } ?? .named(name ?? registry.names.first ?? "", among: registry)
  }
}
