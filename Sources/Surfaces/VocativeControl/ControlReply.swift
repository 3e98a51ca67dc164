public import Vocative

/// The reason why a request failed.
public struct ControlFault: Error, Equatable, Sendable, Codable, CustomStringConvertible, ExitStatusProviding {
  /// The name of the matching exit status, such as `usage` or `unavailable`.
  public let code: String
  /// The problem and its remedy.
  public let message: String

  /// Creates a fault with an exit status.
  public init(_ status: ExitStatus, _ message: String) {
    code = "\(status)"
    self.message = message
  }

  /// The message.
  public var description: String { message }

  /// The exit status of a program that ends with this fault.
  public var exitStatus: ExitStatus { ExitStatus.allCases.first { "\($0)" == code } ?? .software }
}

/// The result of a request, as one line of JSON.
public struct ControlReply: Equatable, Sendable, Codable {
  /// Whether the request succeeded.
  public let ok: Bool
  /// The daemon's current state; nil if the request failed.
  public var status: TurnStatus?
  /// The result of a triggered text.
  public var events: [TurnEvent]?
  /// The volume, the speed and the voice, after a request about them.
  public var voice: SpeechControl.Status?
  /// The installed assistants, after a request about them.
  public var assistants: [AssistantListing]?
  /// The folder with the databases of the assistants, after a request for it.
  public var dataFolder: String?
  /// The chosen assistants of shared sentences, after a request about them.
  public var choices: [SharedSentenceChoice]?
  /// The memory of the assistants, after a request about it.
  public var memory: MemoryReport?
  /// The output of an operation of an assistant as JSON, after a request for one.
  public var output: String?
  /// The pronunciations of words, after a request for them.
  public var words: [WordPronunciation]?
  /// The path of the user's dictionary, after a request for pronunciations.
  public var dictionary: String?
  /// The path of the calibration file, after tuning.
  public var calibration: String?
  /// The reason for a failure.
  public var error: ControlFault?

  /// Creates the reply to a request that succeeded.
  init(status: TurnStatus, events: [TurnEvent]? = nil) {
    ok = true
    self.status = status
    self.events = events
  }

  /// Creates the reply to a request that failed.
  init(error: ControlFault) {
    ok = false
    self.error = error
  }
}
