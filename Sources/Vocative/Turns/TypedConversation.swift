import Synchronization
public import VocativeIntents
import VocativeUnderstanding

/// A typed conversation: the same grammar and intents, without audio.
public struct TypedConversation {
  private let runtime: IntentRuntime
  private var conversation: Conversation
  private var turn = 0
  /// The display of the last turn.
  private var shown: TurnEvent?

  /// Creates a conversation without an open question.
  public init(runtime: IntentRuntime) {
    self.runtime = runtime
    conversation = Conversation(runtime: runtime, source: .text)
  }

  /// The open question about a request; nil if there is none.
  public var openQuestion: String? { conversation.openQuestion }

  /// Handles the text of one turn, with or without a wake phrase before it, and returns the events.
  ///
  /// A request instead of an answer drops the open question.
  ///
  /// - Parameter notify: Called with each event as it happens.
  /// - Throws: `GrammarError`, or an error of the assistant's query.
  @discardableResult
  public mutating func say(
    _ text: String, notify: @escaping @Sendable (TurnEvent) -> Void = { _ in }
  ) async throws -> [TurnEvent] {
    turn += 1
    let understanding = try await conversation.take(text, in: try await runtime.grammar(), of: runtime.assistant)
    let events = Mutex<[TurnEvent]>([])
    _ = await conversation.receive(understanding) { [turn] notice in
      let event = TurnEvent(
        time: Double(turn), kind: notice.event, isPrivate: notice.isPrivate, interaction: notice.interaction,
        assistant: notice.assistant)
      events.withLock { $0.append(event) }
      notify(event)
    }
    let all = events.withLock { $0 }
    shown = all.last { $0.replacesCard }
    return all
  }

  /// Silently drops the open question, as "cancel" does; its request is recorded as declined.
  public mutating func cancel() async { await conversation.cancel() }

  /// Waits as long as the card of the last answer changes.
  ///
  /// - Parameter notify: Called with each change.
  public func followCard(notify: @escaping @Sendable (TurnEvent) -> Void) async {
    guard let shown, let updates = shown.interaction?.response.updates else { return }
    try? await updates.run { card in notify(shown.updated(with: card, at: shown.time)) }
  }
}
