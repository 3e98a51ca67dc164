import Synchronization
public import VocativeIntents
import VocativeUnderstanding

/// A conversation by typing: the same grammar, the same intents, no audio.
public struct TypedConversation {
  private let runtime: IntentRuntime
  private var conversation: Conversation
  private var turn = 0

  /// A conversation with an assistant in which nothing was said yet.
  public init(runtime: IntentRuntime) {
    self.runtime = runtime
    conversation = Conversation(runtime: runtime, source: .text)
  }

  /// What was asked about a request and isn't answered yet; nil when nothing was.
  public var openQuestion: String? { conversation.openQuestion }

  /// Takes one turn's text, with or without a wake phrase before it, and gives what came of it.
  ///
  /// - Throws: `GrammarError`, or what a query of the assistant's throws.
  public mutating func say(_ text: String) async throws -> [TurnEvent] {
    turn += 1
    let understanding = try conversation.understanding(of: text, in: try await runtime.grammar(), of: runtime.assistant)
    let events = Mutex<[TurnEvent]>([])
    _ = await conversation.take(understanding) { [turn] notice in
      let event = TurnEvent(
        time: Double(turn), kind: notice.event, isPrivate: notice.isPrivate, interaction: notice.interaction)
      events.withLock { $0.append(event) }
    }
    return events.withLock { $0 }
  }
}
