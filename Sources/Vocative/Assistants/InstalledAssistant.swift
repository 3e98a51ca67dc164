/// An assistant that can be served, and where it comes from.
public struct InstalledAssistant: Equatable, Sendable {
  /// The kinds of assistants.
  public enum Kind: String, Equatable, Sendable, Codable {
    /// A part of the program.
    case builtIn = "built-in"
    /// An intents file in one of the folders for assistants.
    case file
    /// A program of its own.
    case app
  }

  /// The name, by which it is chosen, enabled and disabled.
  public let name: String
  /// The kind.
  public let kind: Kind
  /// The path of its file; nil for a built-in assistant.
  public let path: String?
}

/// An installed assistant with its state, as `vocative assistants list` prints it.
public struct AssistantListing: Equatable, Sendable, Codable {
  /// The states of an assistant.
  public enum State: String, Equatable, Sendable, Codable {
    /// It answers requests.
    case ready
    /// Its program runs and answers requests.
    case running
    /// It cannot be used; the reason says why.
    case failed
    /// It is disabled, or not among the assistants that are served.
    case stopped
  }

  /// The name.
  public let name: String
  /// The kind.
  public let kind: InstalledAssistant.Kind
  /// Whether it is enabled.
  public let enabled: Bool
  /// The state.
  public let state: State
  /// The reason for the state; nil if there is nothing to say.
  public let reason: String?

  /// Creates the listing of an assistant.
  public init(_ assistant: InstalledAssistant, enabled: Bool, state: State, reason: String? = nil) {
    (name, kind, self.enabled, self.state, self.reason) = (assistant.name, assistant.kind, enabled, state, reason)
  }
}
