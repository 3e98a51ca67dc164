import Synchronization
import Vocative

/// The conversations of other programs' clients, each as long as a question in it is open.
actor OpenConversations {
  /// What came of a text.
  struct Outcome: Equatable, Sendable {
    /// Whether something was done, or is asked back.
    let isHandled: Bool
    /// What to say; nil for nothing.
    let dialog: String?
  }

  private struct Kept {
    var conversation: Conversation
    /// Whose question it is, also when another assistant is listened to meanwhile.
    let runtime: IntentRuntime
    let usedAt: Duration
  }

  private let most: Int
  private let questionTime: Duration
  private let now: @Sendable () -> Duration
  private var kept: [String: Kept] = [:]

  init(most: Int, questionTime: Duration, now: @escaping @Sendable () -> Duration) {
    self.most = most
    self.questionTime = questionTime
    self.now = now
  }

  /// What may be answered to the question that was asked last; nil when none is open.
  func expectedAnswers() async throws -> (grammar: Grammar, assistant: Assistant)? {
    forgetOld()
    guard let last = kept.values.max(by: { $0.usedAt < $1.usedAt }) else { return nil }
    return (last.conversation.expected(in: try await last.runtime.grammar()), last.runtime.assistant)
  }

  /// Takes a text as the answer to the question of a conversation, or else as a request.
  func take(_ text: String, in name: String, runtime: IntentRuntime) async throws -> Outcome {
    forgetOld()
    // Who asks for something else instead of answering gets that.
    let fresh = Conversation(runtime: runtime, source: .voice)
    let request = try fresh.understanding(of: text, in: try await runtime.grammar(), of: runtime.assistant)
    guard let open = kept.removeValue(forKey: name) else { return await take(request, in: fresh, named: name, runtime: runtime) }
    let answer = try open.conversation.understanding(
      of: text, in: try await open.runtime.grammar(), of: open.runtime.assistant)
    if case .rejected = answer, case .understood = request {
      return await take(request, in: fresh, named: name, runtime: runtime)
    }
    return await take(answer, in: open.conversation, named: name, runtime: open.runtime)
  }

  private func take(
    _ understanding: Understanding, in conversation: Conversation, named name: String, runtime: IntentRuntime
  ) async -> Outcome {
    var conversation = conversation
    let isDone = Mutex(false)
    let reply = await conversation.take(understanding) { notice in
      switch notice.event {
      case .responded(_, let code, _, _): isDone.withLock { $0 = code != .failure }
      case .asked: isDone.withLock { $0 = true }
      default: break
      }
    }
    if reply.expectsAnswer {
      kept[name] = Kept(conversation: conversation, runtime: runtime, usedAt: now())
      if kept.count > most, let oldest = kept.min(by: { $0.value.usedAt < $1.value.usedAt }) { kept[oldest.key] = nil }
    }
    return Outcome(isHandled: isDone.withLock { $0 }, dialog: reply.dialog)
  }

  private func forgetOld() {
    let oldest = now() - questionTime
    kept = kept.filter { $0.value.usedAt >= oldest }
  }
}
