import Synchronization
public import VocativeIntents
import VocativeUnderstanding

/// A conversation by typing: the same grammar, the same intents, no audio.
public struct TypedConversation {
  private let runtime: IntentRuntime
  private let wakePhrases: [[String]]
  private var conversation: Conversation
  private var turn = 0

  /// A conversation with an assistant in which nothing was said yet.
  public init(runtime: IntentRuntime) {
    self.runtime = runtime
    wakePhrases = runtime.assistant.wakePhrases.map(SpokenText.words)
    conversation = Conversation(runtime: runtime, source: .text)
  }

  /// Takes one turn's text, with or without a wake phrase before it, and gives what came of it.
  ///
  /// - Throws: `GrammarError`, or what a query of the assistant's throws.
  public mutating func say(_ text: String) async throws -> [TurnEvent] {
    turn += 1
    let grammar = try CompiledGrammar(conversation.expected(in: try await runtime.grammar().removingUnfillablePhrases()))
    var words = SpokenText.words(of: text)
    if let wake = wakePhrases.first(where: { !$0.isEmpty && words.starts(with: $0) }) { words.removeFirst(wake.count) }
    let understanding: Understanding
    if words.isEmpty {
      understanding = .rejected(Rejection(.nothingHeard))
    } else if let match = grammar.match(words) {
      understanding = .understood(Interpretation(text: words.joined(separator: " "), match: match, confidence: 1))
    } else {
      understanding = .rejected(Rejection(.notAPhrase))
    }
    let events = Mutex<[TurnEvent]>([])
    _ = await conversation.take(understanding) { [turn] notice in
      events.withLock { $0.append(TurnEvent(time: Double(turn), kind: notice.event, isPrivate: notice.isPrivate)) }
    }
    return events.withLock { $0 }
  }
}
