import Synchronization
import Vocative

/// The conversations of Wyoming clients; each lasts while it has an open question.
///
/// A question is open for the client that was asked: on the same connection or, if the conversation has a name, from the same
/// computer. Home Assistant opens a connection for each step, with the same name.
actor OpenConversations {
  /// The result of a text.
  struct Outcome: Equatable, Sendable {
    /// Whether the text was handled or led to a question.
    let isHandled: Bool
    /// The text to speak; nil for none.
    let dialog: String?
  }

  /// The expected answers to an open question.
  struct ExpectedAnswers: Sendable {
    let grammar: Grammar
    let runtime: IntentRuntime
    /// Whether the answer is the passphrase, which no transcript contains.
    let isPassphrase: Bool
  }

  /// Identifies a conversation of a client.
  private enum Key: Hashable {
    case unnamed(ServedPeer)
    case named(String, host: String)

    init(_ name: String?, of peer: ServedPeer) { self = name.map { .named($0, host: peer.host) } ?? .unnamed(peer) }

    var host: String {
      switch self {
      case .unnamed(let peer): peer.host
      case .named(_, let host): host
      }
    }

    func belongs(to peer: ServedPeer) -> Bool {
      switch self {
      case .unnamed(let asked): asked == peer
      case .named: host == peer.host
      }
    }
  }

  private struct Kept {
    var conversation: Conversation
    /// The assistant that asked, even if another one is active now.
    let runtime: IntentRuntime
    let usedAt: Duration

    /// The order of questions that a client may answer, the next one last.
    var urgency: (Int, Duration) { (conversation.expectsPassphrase ? 1 : 0, usedAt) }
  }

  private let limit: Int
  private let questionTime: Duration
  private let now: @Sendable () -> Duration
  /// The turns for reading texts, so that many of one host do not delay those of another.
  private let texts: ResourcePool<Void>
  private var kept: [Key: Kept] = [:]
  private var heard: HeardSpeech

  /// - Parameter texts: The turns for reading texts.
  init(limit: Int, questionTime: Duration, texts: ResourcePool<Void>, now: @escaping @Sendable () -> Duration) {
    self.limit = limit
    self.questionTime = questionTime
    self.now = now
    self.texts = texts
    heard = HeardSpeech(limit: limit)
  }

  /// Returns the expected answers to the last question of a client; nil if none is open.
  ///
  /// A question for the passphrase comes before later ones in other conversations, whose transcript would contain the passphrase.
  func expectedAnswers(of peer: ServedPeer) async throws -> ExpectedAnswers? {
    await forgetOld()
    let own = kept.filter { $0.key.belongs(to: peer) }
    guard let last = own.values.max(by: { $0.urgency < $1.urgency }) else { return nil }
    return ExpectedAnswers(
      grammar: last.conversation.expected(in: try await last.runtime.grammar()), runtime: last.runtime,
      isPassphrase: last.conversation.expectsPassphrase)
  }

  /// Stores a spoken passphrase, right or wrong, and returns the code for the transcript.
  func keepPassphrase(_ understanding: Understanding, heardFrom peer: ServedPeer) async -> String {
    await forgetOld()
    return heard.keepPassphrase(understanding, from: peer, at: now())
  }

  /// Stores the rival of a spoken command until its transcript comes back.
  func keepRival(of interpretation: Interpretation, heardFrom peer: ServedPeer) async {
    await forgetOld()
    heard.keepRival(of: interpretation, from: peer, at: now())
  }

  /// Returns whether a text is the transcript of a command that has a rival.
  func isDoubtful(_ text: String, from peer: ServedPeer) async -> Bool {
    await forgetOld()
    return heard.isRival(text, from: peer)
  }

  /// Handles a text as the answer to the question of a conversation, or else as a request.
  ///
  /// - Parameter name: The name of the conversation; nil for that of the connection.
  func receive(_ text: String, in name: String?, of peer: ServedPeer, runtime: IntentRuntime) async throws -> Outcome {
    await forgetOld()
    let key = Key(name, of: peer)
    // A new request instead of an answer is performed.
    let fresh = Conversation(runtime: runtime, source: .api)
    let read = try await understanding(of: text, in: fresh, of: peer, runtime: runtime)
    // If reading fails, the client may send the text again, for example if too many of its host are waiting.
    let spoken = heard.receive(text, from: peer)
    let request = spoken?.rivaling(read) ?? read
    guard let open = kept.removeValue(forKey: key) else { return await receive(request, in: fresh, as: key, runtime: runtime) }
    if let spoken, spoken.isPassphrase, open.conversation.expectsPassphrase {
      return await receive(spoken.understanding, in: open.conversation, as: key, runtime: open.runtime)
    }
    let answer: Understanding
    do {
      let read = try await understanding(of: text, in: open.conversation, of: peer, runtime: open.runtime)
      answer = spoken?.rivaling(read) ?? read
    } catch {
      kept[key] = open
      if let spoken { heard.keep(spoken, as: text, from: peer, at: now()) }
      throw error
    }
    if case .rejected = answer, case .understood = request {
      await end(open)
      return await receive(request, in: fresh, as: key, runtime: runtime)
    }
    return await receive(answer, in: open.conversation, as: key, runtime: open.runtime)
  }

  /// Reads a text in the turn of its host, which takes time for a long one.
  nonisolated func understanding(
    of text: String, in conversation: Conversation, of peer: ServedPeer, runtime: IntentRuntime
  ) async throws -> Understanding {
    let grammar = try await runtime.grammar()
    return try await texts.with(for: peer.host) {
      try conversation.understanding(of: text, in: grammar, of: runtime.assistant)
    }
  }

  private func receive(
    _ understanding: Understanding, in conversation: Conversation, as key: Key, runtime: IntentRuntime
  ) async -> Outcome {
    var conversation = conversation
    let isDone = Mutex(false)
    let reply = await conversation.receive(understanding) { notice in
      switch notice.event {
      case .responded(_, let code, _, _): isDone.withLock { $0 = code != .failure }
      case .asked: isDone.withLock { $0 = true }
      default: break
      }
    }
    if reply.expectsAnswer {
      kept[key] = Kept(conversation: conversation, runtime: runtime, usedAt: now())
      if kept.count > limit, let dropped = kept.elementToDrop(host: { $0.key.host }, time: { $0.value.usedAt }) {
        kept[dropped.key] = nil
        await end(dropped.value)
      }
    }
    return Outcome(isHandled: isDone.withLock { $0 }, dialog: reply.dialog)
  }

  private func forgetOld() async {
    let oldest = now() - questionTime
    heard.forget(before: oldest)
    let old = kept.filter { $0.value.usedAt < oldest }
    for key in old.keys { kept[key] = nil }
    for forgotten in old.values { await end(forgotten) }
  }

  /// Records that the question of a conversation got no answer.
  private func end(_ kept: Kept) async {
    var conversation = kept.conversation
    await conversation.cancel()
  }
}
