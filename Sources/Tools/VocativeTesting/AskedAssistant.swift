import Logging
import Synchronization

/// An assistant under test, which is asked in words or by voice.
///
/// ```swift
/// let assistant = try AskedAssistant(gardenAssistant())
/// #expect(try await assistant.dialog(for: "water the fern") == "I water the fern every one day.")
/// ```
///
/// Its memory is not stored, and its handlers have no time limit, so that a busy machine does not cause a failure. An assistant that
/// prepares itself is prepared by `runtime.prepare()`.
public struct AskedAssistant: Sendable {
  /// The runtime, for tests of what requests do not show.
  public let runtime: IntentRuntime
  private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  /// Creates a runtime for the assistant.
  ///
  /// - Throws: `StoreError` if the database in memory cannot be created.
  public init(_ assistant: Assistant) throws {
    var limits = IntentRuntime.Limits()
    limits.handler = .seconds(3600)
    limits.patience = nil
    runtime = IntentRuntime(
      assistant: assistant, memory: try .inMemory(assistant: assistant.name), limits: limits, logger: Self.logger)
  }

  // MARK: In words

  /// Asks for one thing and returns the outcome.
  public func ask(_ text: String) async throws -> Answer {
    var conversation = TypedConversation(runtime: runtime)
    return Answer(try await conversation.say(text))
  }

  /// Returns the dialog of the response to one request; nil if there is none.
  public func dialog(for text: String) async throws -> String? { try await ask(text).dialog }

  /// Returns the dialogs of the turns of one conversation: responses, questions and reasons for rejections.
  public func dialogs(for turns: String...) async throws -> [String] {
    var conversation = TypedConversation(runtime: runtime)
    var dialogs: [String] = []
    for turn in turns { dialogs += try await conversation.say(turn).compactMap(\.kind.dialog) }
    return dialogs
  }

  // MARK: By voice

  /// Plays a recording to the whole pipeline and returns the outcome of its last request.
  ///
  /// - Throws: `CaptureError` if the file cannot be read, or an error of the recognition model.
  public func ask(recordingAt path: String) async throws -> Answer {
    Answer(try await events(in: AudioFileSource(path: path, logger: Self.logger)))
  }

  /// Plays audio to the whole pipeline and returns its events; answers are not spoken.
  ///
  /// - Throws: `CaptureError`, or an error of the recognition model.
  public func events(in source: some AudioSource) async throws -> [TurnEvent] {
    try await ConversationScript.events(in: source, for: runtime)
  }

  /// The speech plan for the assistant's current phrases.
  package func speechPlan() async throws -> SpeechPlan {
    try SpeechPlanner(model: RecognitionModel(), wakePhrases: runtime.assistant.wakePhrases).plan(
      for: try await runtime.grammar())
  }
}

extension TurnEvent.Kind {
  fileprivate var dialog: String? {
    switch self {
    case .asked(let dialog, _), .responded(_, _, let dialog, _): dialog
    case .rejected(_, _, let dialog): dialog
    case .spotted, .understood, .updated, .error: nil
    }
  }
}
