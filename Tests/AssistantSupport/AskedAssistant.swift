import Logging
public import Vocative
import VocativeTestSupport

/// An assistant that receives one typed request at a time.
public struct AskedAssistant: Sendable {
  private let runtime: IntentRuntime
  private let wakePhrases: [String]

  /// Creates a runtime for the assistant.
  public init(_ assistant: Assistant) throws {
    // A busy machine must not cause a timeout.
    var limits = IntentRuntime.Limits()
    limits.handler = .seconds(3600)
    limits.patience = nil
    runtime = IntentRuntime(
      assistant: assistant, memory: try .inMemory(assistant: assistant.name), limits: limits,
      logger: .silent)
    wakePhrases = assistant.wakePhrases
  }

  /// Asks for one thing and returns the outcome.
  public func ask(_ text: String) async throws -> Answer {
    var conversation = TypedConversation(runtime: runtime)
    return Answer(try await conversation.say(text))
  }

  /// Returns the dialog of the answer; nil if the request was not understood.
  public func dialog(for text: String) async throws -> String? { try await ask(text).dialog }

  /// Returns the dialog of each turn of one conversation: an answer, a question, or a reason for a rejection.
  public func dialogs(for turns: String...) async throws -> [String] {
    var conversation = TypedConversation(runtime: runtime)
    var dialogs: [String] = []
    for turn in turns {
      for event in try await conversation.say(turn) {
        switch event.kind {
        case .asked(let dialog, _), .responded(_, _, let dialog, _), .rejected(_, _, let dialog?): dialogs.append(dialog)
        case .spotted, .understood, .rejected, .error: break
        }
      }
    }
    return dialogs
  }

  /// The speech plan for the assistant's current phrases.
  public func speechPlan() async throws -> SpeechPlan {
    try SpeechPlanner(model: RecognitionModel(), wakePhrases: wakePhrases).plan(for: try await runtime.grammar())
  }
}

/// The outcome of a request.
public struct Answer: Equatable, Sendable {
  /// The understood request; nil if it was not understood.
  public private(set) var request: IntentRequest?
  /// The response code.
  public private(set) var code: IntentResponse.Code?
  /// The spoken dialog; nil if the request was not understood.
  public private(set) var dialog: String?
  /// The displayed card.
  public private(set) var card: ResponseCard?

  /// The understood intent; nil if the request was not understood.
  public var intent: String? { request?.intent }
  /// The slots of the understood request.
  public var slots: [String: String] { request?.values ?? [:] }

  /// Creates the outcome from the events of one request.
  public init(_ events: [TurnEvent]) {
    for event in events {
      switch event.kind {
      case .understood(_, let intent, let slots, _): request = IntentRequest(intent: intent, values: slots)
      case .responded(_, let code, let dialog, let card): (self.code, self.dialog, self.card) = (code, dialog, card)
      default: break
      }
    }
  }
}
