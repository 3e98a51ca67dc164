public import VocativeApps
public import VocativeResponse

/// All assistants that can be served: those of the program, and those in the folders.
public struct AssistantCatalog: Equatable, Sendable {
  /// The assistants of the program.
  public let registry: AssistantRegistry
  /// The folders with other assistants.
  public let folders: AssistantFolders
  /// The assistants that are disabled.
  public let disabled: DisabledAssistants

  /// Creates a catalog.
  public init(
    registry: AssistantRegistry, folders: AssistantFolders = .standard, disabled: DisabledAssistants = .user
  ) {
    (self.registry, self.folders, self.disabled) = (registry, folders, disabled)
  }

  /// The installed assistants, those of the program first; one in a folder replaces one of the program with its name.
  public var installed: [InstalledAssistant] {
    let files = folders.installed()
    let replaced = Set(files.map(\.name))
    let own = registry.names.filter { !replaced.contains($0) }
    return own.map { InstalledAssistant(name: $0, kind: .builtIn, path: nil) } + files
  }

  /// The names of the installed assistants.
  public var names: [String] { installed.map(\.name) }

  /// The files that decide which assistants are served, for programs that follow them.
  package var files: [String] { [disabled.path] + folders.installed().compactMap(\.path) }

  /// Returns the presenters for the cards of an assistant; one in a folder uses the default card.
  public func presenters(of name: String) -> [any ResponsePresenter.Type] {
    installed.first { $0.name == name }?.kind == .builtIn ? registry[name]?.presenters ?? [] : []
  }

  /// Enables or disables an installed assistant.
  ///
  /// - Returns: Whether that is a change.
  /// - Throws: `UnknownAssistantError`, `AssistantStateError`.
  @discardableResult
  public func set(_ name: String, isEnabled: Bool) throws -> Bool {
    guard names.contains(name) else { throw UnknownAssistantError(name: name, known: names, folder: folders.paths.first) }
    return try disabled.set(name, isEnabled: isEnabled)
  }

  /// Returns every installed assistant with its state.
  ///
  /// - Parameters:
  ///   - served: The names of the assistants that are served; nil for all enabled ones.
  ///   - isLimited: Whether the settings name the assistants that are served.
  ///   - failures: The reasons why assistants cannot be used, by name.
  ///   - apps: The states of the running apps, by name.
  /// - Throws: `AssistantStateError`.
  public func listings(
    served: [String]? = nil, isLimited: Bool = false, failures: [String: String], apps: [String: AppState] = [:]
  ) throws(AssistantStateError) -> [AssistantListing] {
    let disabled = try disabled.read()
    return installed.map { assistant in
      let isEnabled = !disabled.contains(assistant.name)
      if let reason = failures[assistant.name] {
        return AssistantListing(assistant, enabled: isEnabled, state: .failed, reason: reason)
      }
      let isServed = served?.contains(assistant.name) ?? isEnabled
      if isServed, assistant.kind == .app {
        switch apps[assistant.name] {
        case .running: return AssistantListing(assistant, enabled: isEnabled, state: .running)
        case .failed(let reason): return AssistantListing(assistant, enabled: isEnabled, state: .failed, reason: reason)
        case .ready, nil: break
        }
      }
      if isServed { return AssistantListing(assistant, enabled: isEnabled, state: .ready) }
      guard isEnabled else { return AssistantListing(assistant, enabled: false, state: .stopped) }
      return AssistantListing(
        assistant, enabled: true, state: .stopped,
        reason: isLimited ? "the settings limit the service to other assistants" : "the service does not serve it yet")
    }
  }
}
