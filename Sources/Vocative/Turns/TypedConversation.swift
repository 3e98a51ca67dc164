import Synchronization
public import VocativeIntents
import VocativeUnderstanding

/// A typed conversation: the same grammar and intents, without audio.
public struct TypedConversation {
  private let runtime: IntentRuntime
  private var conversation: Conversation
  private var turn = 0

  /// Creates a conversation without an open question.
  public init(runtime: IntentRuntime) {
    self.runtime = runtime
    conversation = Conversation(runtime: runtime, source: .text)
  }

  /// The open question about a request; nil if there is none.
  public var openQuestion: String? { conversation.openQuestion }

  /// Handles the text of one turn, with or without a wake phrase before it, and returns the events.
  ///
  /// - Throws: `GrammarError`, or an error of the assistant's query.
  public mutating func say(_ text: String) async throws -> [TurnEvent] {
    turn += 1
    let understanding = try conversation.understanding(of: text, in: try await runtime.grammar(), of: runtime.assistant)
    let events = Mutex<[TurnEvent]>([])
    _ = await conversation.receive(understanding) { [turn] notice in
      let event = TurnEvent(
        time: Double(turn), kind: notice.event, isPrivate: notice.isPrivate, interaction: notice.interaction,
        assistant: notice.assistant)
      events.withLock { $0.append(event) }
    }
    return events.withLock { $0 }
  }
}
