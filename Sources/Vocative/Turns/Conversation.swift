public import VocativeIntents
public import VocativeUnderstanding

/// What has been said so far in one exchange and what is expected next, spoken or typed.
public struct Conversation: Sendable {
  /// What came of one thing that was said.
  public struct Reply: Equatable, Sendable {
    /// What happened, in order.
    public let events: [TurnEvent.Kind]
    /// What to say; nil to stay silent.
    public let dialog: String?
    /// Whether an answer is expected now, without a wake phrase.
    public let expectsAnswer: Bool
  }

  private struct Question: Sendable {
    var request: IntentRequest
    let parameter: String
    let dialog: String
    var misunderstandings = 0
  }

  private let runtime: IntentRuntime
  private var question: Question?

  /// The intent that stands for an answer that calls the whole thing off.
  private static let cancelIntent = "cancel"
  /// Answers not understood before the question is dropped.
  private static let mostMisunderstandings = 2

  /// A conversation in which nothing was said yet.
  public init(runtime: IntentRuntime) {
    self.runtime = runtime
  }

  /// Whether an answer to a question is expected.
  public var expectsAnswer: Bool { question != nil }

  /// What may be said now: everything, or the answers to the question that was asked.
  public func expected(in grammar: Grammar) -> Grammar {
    guard let question else { return grammar }
    var narrowed = runtime.answerGrammar(for: question.parameter, of: question.request.intent, in: grammar)
    let cancel = Template.alternatives([.literal("cancel"), .literal("never mind"), .literal("stop")])
    narrowed.phrases.append(Grammar.Phrase(intent: Self.cancelIntent, template: cancel, text: "(cancel|never mind|stop)"))
    return narrowed
  }

  /// Takes what was understood, or not, and says what comes of it.
  ///
  /// - Parameter isQuiet: Whether nothing is to be said about a rejection.
  public mutating func take(_ understanding: Understanding, isQuiet: Bool = false) async -> Reply {
    switch understanding {
    case .understood(let interpretation): return await take(interpretation)
    case .rejected(let rejection) where isQuiet && question == nil:
      let event = TurnEvent.Kind.rejected(reason: rejection.reason.rawValue, best: rejection.best?.text, dialog: nil)
      return Reply(events: [event], dialog: nil, expectsAnswer: false)
    case .wakePhraseOnly: return reject(Rejection(.nothingHeard))
    case .rejected(let rejection): return reject(rejection)
    }
  }

  private mutating func take(_ interpretation: Interpretation) async -> Reply {
    let understood = TurnEvent.Kind.understood(
      text: interpretation.text, intent: interpretation.intent, slots: interpretation.slots,
      confidence: interpretation.confidence)
    var request = IntentRequest(intent: interpretation.intent, values: interpretation.slots)
    if let question {
      self.question = nil
      if interpretation.intent == Self.cancelIntent {
        let dialog = "All right."
        let response = TurnEvent.Kind.responded(intent: question.request.intent, code: .failure, dialog: dialog, card: nil)
        return Reply(events: [understood, response], dialog: dialog, expectsAnswer: false)
      }
      request.values.merge(question.request.values) { answer, _ in answer }
    }
    switch await runtime.perform(request) {
    case .responded(let response):
      return Reply(
        events: [
          understood,
          .responded(intent: request.intent, code: response.code, dialog: response.dialog, card: response.card),
        ], dialog: response.dialog, expectsAnswer: false)
    case .needsValue(let parameter, let dialog):
      question = Question(request: request, parameter: parameter, dialog: dialog)
      return Reply(events: [understood, .asked(dialog: dialog, parameter: parameter)], dialog: dialog, expectsAnswer: true)
    }
  }

  private mutating func reject(_ rejection: Rejection) -> Reply {
    func reply(_ dialog: String) -> Reply {
      Reply(
        events: [.rejected(reason: rejection.reason.rawValue, best: rejection.best?.text, dialog: dialog)], dialog: dialog,
        expectsAnswer: question != nil)
    }
    guard var question else { return reply(rejection.reason.dialog) }
    question.misunderstandings += 1
    guard question.misunderstandings < Self.mostMisunderstandings else {
      self.question = nil
      return reply("I still did not get that. Let us leave it.")
    }
    self.question = question
    return reply("\(rejection.reason.dialog) \(question.dialog)")
  }
}

extension Rejection.Reason {
  /// What is said to the person.
  fileprivate var dialog: String {
    switch self {
    case .nothingHeard: "I did not hear anything."
    case .notAPhrase, .lowConfidence: "I did not catch that."
    case .tooLong: "That was too long for me."
    }
  }
}
