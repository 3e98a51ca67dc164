import Logging
public import Vocative

/// An assistant that is asked one thing at a time, in writing.
public struct AskedAssistant: Sendable {
  private let runtime: IntentRuntime
  private let wakePhrases: [String]

  /// The assistant, ready to be asked.
  public init(_ assistant: Assistant) throws {
    // However busy the machine is with other tests, no handler is given up.
    var limits = IntentRuntime.Limits()
    limits.handler = .seconds(3600)
    limits.patience = nil
    runtime = IntentRuntime(
      assistant: assistant, memory: try .inMemory(assistant: assistant.name), limits: limits,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    wakePhrases = assistant.wakePhrases
  }

  /// What came of one thing that was asked.
  public func ask(_ text: String) async throws -> Answer {
    var conversation = TypedConversation(runtime: runtime)
    return Answer(try await conversation.say(text))
  }

  /// What is said to one thing that was asked; nil when it was not understood.
  public func dialog(for text: String) async throws -> String? { try await ask(text).dialog }

  /// What is said to each turn of one conversation: the answer, the question, or why it was not understood.
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

  /// What it takes to hear the assistant's phrases as they are now.
  public func speechPlan() async throws -> SpeechPlan {
    try SpeechPlanner(model: RecognitionModel(), wakePhrases: wakePhrases).plan(for: try await runtime.grammar())
  }
}

/// What came of one thing that was asked.
public struct Answer: Equatable, Sendable {
  /// The request it was understood as; nil when it was not understood.
  public private(set) var request: IntentRequest?
  /// How it went.
  public private(set) var code: IntentResponse.Code?
  /// What is said; nil when it was not understood.
  public private(set) var dialog: String?
  /// What is shown.
  public private(set) var card: ResponseCard?

  /// The intent it was understood as; nil when it was not understood.
  public var intent: String? { request?.intent }
  /// The slots it was understood with.
  public var slots: [String: String] { request?.values ?? [:] }

  init(_ events: [TurnEvent]) {
    for event in events {
      switch event.kind {
      case .understood(_, let intent, let slots, _): request = IntentRequest(intent: intent, values: slots)
      case .responded(_, let code, let dialog, let card): (self.code, self.dialog, self.card) = (code, dialog, card)
      default: break
      }
    }
  }
}
