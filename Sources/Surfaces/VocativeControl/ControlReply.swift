public import Vocative

/// Why a request was not done.
public struct ControlFault: Error, Equatable, Sendable, Codable, CustomStringConvertible, ExitStatusProviding {
  /// The name of the exit status that stands for it, such as `usage` or `unavailable`.
  public let code: String
  /// What is wrong and what to do.
  public let message: String

  /// A fault that ends a program with a status.
  public init(_ status: ExitStatus, _ message: String) {
    code = "\(status)"
    self.message = message
  }

  /// The message.
  public var description: String { message }

  /// The status a program ends with over it.
  public var exitStatus: ExitStatus { ExitStatus.allCases.first { "\($0)" == code } ?? .software }
}

/// What came of a request, as one line of JSON.
public struct ControlReply: Equatable, Sendable, Codable {
  /// Whether it was done.
  public let ok: Bool
  /// What the daemon is doing now; nil when the request was not done.
  public var status: TurnStatus?
  /// What came of a text that was triggered.
  public var events: [TurnEvent]?
  /// Why it was not done.
  public var error: ControlFault?

  /// It was done.
  init(status: TurnStatus, events: [TurnEvent]? = nil) {
    ok = true
    self.status = status
    self.events = events
  }

  /// It was not done.
  init(error: ControlFault) {
    ok = false
    self.error = error
  }
}
