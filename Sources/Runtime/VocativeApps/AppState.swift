/// The state of an installed app.
public enum AppState: Equatable, Sendable {
  /// Its program is started with the first request.
  case ready
  /// Its program runs.
  case running
  /// Its program cannot be used, for this reason; it is started again after a pause.
  case failed(String)
}

/// A text that an app wants to be said.
public struct AppAnnouncement: Equatable, Sendable {
  /// The name of the app.
  public let app: String
  /// The text.
  public let dialog: String
}

/// An app that cannot be used.
public struct AppError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The name of the app.
  public let app: String
  /// The reason.
  public let reason: String

  /// The app and the reason.
  public var description: String { "the app \"\(app)\" is not available: \(reason)" }
}
