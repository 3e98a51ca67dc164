/// The assistants that a program serves together.
public struct AssistantSelection: Equatable, Sendable {
  /// The installed assistants.
  public let catalog: AssistantCatalog
  /// The names of the chosen assistants; empty for all enabled ones, or for files.
  public let names: [String]
  /// The paths of the intents files instead of installed assistants.
  public let files: [String]

  /// When assistants of the program use sample data.
  public var sampleData = SampleData.never
  /// The names that may be chosen before their assistants are installed, which are left out until then.
  package var expected: Set<String> = []

  /// Chooses the files if there are any, else the names, else all enabled assistants.
  public init(names: [String] = [], files: [String] = [], in catalog: AssistantCatalog) {
    self.catalog = catalog
    self.names = names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    self.files = files
  }

  /// Chooses one assistant.
  public init(_ choice: AssistantChoice, in catalog: AssistantCatalog) {
    switch choice {
    case .named(let name, _), .installed(let name, _): self.init(names: [name], in: catalog)
    case .file(let path), .app(_, let path): self.init(files: [path], in: catalog)
    }
  }

  /// Whether these are all enabled assistants, so that one that cannot be used leaves the others alone.
  public var isEverything: Bool { names.isEmpty && files.isEmpty }

  /// Returns the choices in order.
  ///
  /// - Throws: `UnknownAssistantError`, `AssistantStateError`, or `AssistantSelectionError` if there are none, or two with one name.
  public func choices() throws -> [AssistantChoice] {
    guard files.isEmpty else { return try checked(files.map { AssistantChoice(path: $0) }) }
    let installed = catalog.installed
    guard isEverything else {
      return try names.compactMap { name in
        if let assistant = installed.first(where: { $0.name == name }) { return choice(of: assistant) }
        guard expected.contains(name) else { throw UnknownAssistantError(name: name, known: installed.map(\.name)) }
        return nil
      }
    }
    let disabled = try catalog.disabled.read()
    return try checked(installed.filter { !disabled.contains($0.name) }.map(choice))
  }

  /// The chosen names whose assistants are not installed yet.
  package var missing: [String] {
    let installed = Set(catalog.names)
    return names.filter { expected.contains($0) && !installed.contains($0) }
  }

  private func choice(of assistant: InstalledAssistant) -> AssistantChoice {
    guard let path = assistant.path else { return .named(assistant.name, among: catalog.registry) }
    return assistant.kind == .app ? .app(name: assistant.name, path: path) : .installed(name: assistant.name, path: path)
  }

  private func checked(_ choices: [AssistantChoice]) throws(AssistantSelectionError) -> [AssistantChoice] {
    guard !choices.isEmpty else { throw .none }
    var seen: Set<String> = []
    for choice in choices where !seen.insert(choice.name).inserted { throw .sameName(choice.name) }
    return choices
  }

  /// The chosen assistants in words, for logs.
  public var description: String {
    if isEverything { return "all enabled assistants" }
    return (names + files.map { AssistantChoice(path: $0).name }).map { "\"\($0)\"" }.joined(separator: ", ")
  }
}

/// A selection of assistants that cannot be served.
public enum AssistantSelectionError: Error, Equatable, Sendable, CustomStringConvertible, ExitStatusProviding {
  /// Every installed assistant is disabled.
  case none
  /// Two intents files have the same name.
  case sameName(String)

  /// The reason and the remedy.
  public var description: String {
    switch self {
    case .none: "every assistant is disabled; enable one: vocative assistants enable NAME"
    case .sameName(let name): "two intents files are called \"\(name)\"; rename one of them"
    }
  }

  /// The exit status is `configuration` or `usage`.
  public var exitStatus: ExitStatus { self == .none ? .configuration : .usage }
}
