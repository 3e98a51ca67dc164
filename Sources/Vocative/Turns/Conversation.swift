import Foundation
public import VocativeIntents
public import VocativeUnderstanding

/// What has been said so far in one exchange and what is expected next, spoken or typed.
public struct Conversation: Sendable {
  /// What came of one thing that was said.
  public struct Reply: Equatable, Sendable {
    /// What to say; nil to stay silent.
    public let dialog: String?
    /// Whether an answer is expected now, without a wake phrase.
    public let expectsAnswer: Bool
  }

  /// Something that happened.
  public struct Notice: Sendable {
    /// What happened.
    public let event: TurnEvent.Kind
    /// Whether it must be kept out of every log.
    public var isPrivate = false
    /// Whether it tells how a request is coming along, and is to be said before the reply.
    public var isUpdate = false
    /// What was performed; nil when nothing was.
    public var interaction: Interaction?
  }

  /// Is told what happened, when it happens.
  public typealias Observer = @Sendable (Notice) async -> Void

  private struct Asked: Sendable {
    let question: IntentQuestion
    let isPrivate: Bool
    var misunderstandings = 0
  }

  let runtime: IntentRuntime
  private let source: IntentSource
  private let session = UUID().uuidString
  private var asked: Asked?
  var followUp: FollowUp?
  /// How often in a row what was not understood was left to whoever expects a request.
  private var delegatedRejections = 0

  /// Answers not understood before the question is dropped.
  private static let mostMisunderstandings = 2
  /// Rejections in a row that somebody else may go on after, so that a loud room does not keep a conversation open for ever.
  private static let mostDelegatedRejections = 3

  /// A conversation in which nothing was said yet.
  public init(runtime: IntentRuntime, source: IntentSource) {
    self.runtime = runtime
    self.source = source
  }

  /// Whether an answer to a question is expected.
  public var expectsAnswer: Bool { asked != nil || followUp != nil }

  /// Whether a question about a request is open.
  var isAsking: Bool { asked != nil }
  /// What was asked about a request and isn't answered yet; nil when nothing was.
  var openQuestion: String? { asked?.question.dialog }

  /// What may be said now: everything, or the answers to the question that was asked.
  public func expected(in grammar: Grammar) -> Grammar {
    if let asked { return runtime.grammar(answering: asked.question, in: grammar) }
    return followUp.map { runtime.grammar(expecting: $0, in: grammar) } ?? grammar
  }

  /// Drops the question that was asked, as "cancel" does, without a word.
  public mutating func cancel() { (asked, followUp) = (nil, nil) }

  /// Stays open for another request without the wake phrase.
  mutating func expect(_ followUp: FollowUp) { self.followUp = followUp }

  /// Takes what was understood, or not, and says what comes of it.
  ///
  /// - Parameters:
  ///   - isQuiet: Whether nothing is to be said about a rejection.
  ///   - tell: Told of everything that happens, in order; awaited, so that what is said meanwhile is said in turn.
  public mutating func take(
    _ understanding: Understanding, isQuiet: Bool = false, tell: @escaping Observer
  ) async -> Reply {
    switch understanding {
    case .understood(let interpretation): return await take(interpretation, tell: tell)
    case .rejected(let rejection) where isQuiet && !expectsAnswer:
      await tell(Notice(event: .rejected(reason: rejection.reason.rawValue, best: rejection.best?.text, dialog: nil)))
      return Reply(dialog: nil, expectsAnswer: false)
    case .wakePhraseOnly: return await reject(Rejection(.nothingHeard), tell: tell)
    case .rejected(let rejection): return await reject(rejection, tell: tell)
    }
  }

  private mutating func take(_ interpretation: Interpretation, tell: @escaping Observer) async -> Reply {
    guard let asked else {
      if followUp != nil, interpretation.intent == FollowUp.cancellation,
        runtime.assistant.intent(named: FollowUp.cancellation) == nil
      {
        return await callOff(interpretation, tell: tell)
      }
      followUp = nil
      delegatedRejections = 0
      if let reply = await clarify(interpretation, tell: tell) { return reply }
      let isPrivate = runtime.assistant.intent(named: interpretation.intent)?.isPrivate == true
      await tell(Notice(event: .understood(interpretation), isPrivate: isPrivate))
      return await perform(
        IntentRequest(intent: interpretation.intent, values: interpretation.slots, source: source, session: session), tell: tell)
    }
    let question = asked.question
    if let rival = interpretation.rivalInterpretation, question.expectation != .passphrase,
      runtime.take(rival.slots, answering: question) != runtime.take(interpretation.slots, answering: question)
    {
      return await reject(Rejection(.lowConfidence, best: interpretation), tell: tell)
    }
    self.asked = nil
    let taken = runtime.take(interpretation.slots, answering: question)
    let understood = TurnEvent.Kind.understood(interpretation, as: taken, to: question)
    await tell(Notice(event: understood, isPrivate: asked.isPrivate))
    switch taken {
    case .goesOn(let request): return await perform(request, tell: tell)
    case .declined(let response), .cancelled(let response):
      await tell(Notice(event: .responded(response, of: question.request.intent), isPrivate: asked.isPrivate))
      return Reply(dialog: response.dialog, expectsAnswer: false)
    }
  }

  /// Asks which of two sentences was said if the evidence hardly prefers one: acting on the opposite is the worst error.
  private mutating func clarify(_ interpretation: Interpretation, tell: Observer) async -> Reply? {
    let clarification = Clarification(interpretation) {
      IntentRequest(intent: $0, values: $1, source: source, session: session)
    }
    guard let clarification else { return nil }
    let isPrivate = clarification.choices.contains { runtime.assistant.intent(named: $0.request.intent)?.isPrivate == true }
    let question = clarification.question
    asked = Asked(question: question, isPrivate: isPrivate)
    await tell(Notice(event: .asked(dialog: question.dialog, parameter: question.parameter), isPrivate: isPrivate))
    return Reply(dialog: question.dialog, expectsAnswer: true)
  }

  private mutating func perform(_ request: IntentRequest, tell: @escaping Observer) async -> Reply {
    let outcome = await runtime.perform(request) { answer in
      await tell(Notice(answer, isUpdate: true))
    }
    for answer in outcome.answers {
      await tell(Notice(answer))
    }
    if let question = outcome.question {
      let isPrivate = runtime.assistant.intent(named: question.request.intent)?.isPrivate == true
      asked = Asked(question: question, isPrivate: isPrivate)
      await tell(Notice(event: .asked(dialog: question.dialog, parameter: question.parameter), isPrivate: isPrivate))
    }
    if asked == nil { followUp = outcome.answers.last?.response.followUp }
    return Reply(dialog: outcome.dialog.isEmpty ? nil : outcome.dialog, expectsAnswer: expectsAnswer)
  }

  private mutating func callOff(_ interpretation: Interpretation, tell: Observer) async -> Reply {
    followUp = nil
    await tell(Notice(event: .understood(interpretation)))
    let response = IntentResponse.failure("All right.")
    await tell(Notice(event: .responded(response, of: FollowUp.cancellation)))
    return Reply(dialog: response.dialog, expectsAnswer: false)
  }

  private mutating func reject(_ rejection: Rejection, tell: Observer) async -> Reply {
    let isSecret = asked?.isPrivate == true
    func reply(_ dialog: String) async -> Reply {
      let best = isSecret ? nil : rejection.best?.text
      await tell(Notice(event: .rejected(reason: rejection.reason.rawValue, best: best, dialog: dialog), isPrivate: isSecret))
      return Reply(dialog: dialog, expectsAnswer: asked != nil)
    }
    guard var asked else {
      if let reply = await delegate(rejection, tell: tell) { return reply }
      // Nobody who has not been understood is asked for the same again and again.
      followUp = nil
      return await reply(rejection.dialog)
    }
    asked.misunderstandings += 1
    guard asked.misunderstandings < Self.mostMisunderstandings else {
      self.asked = nil
      return await reply("I still did not get that. Let us leave it.")
    }
    self.asked = asked
    let parts = [rejection.dialog, asked.question.dialog, asked.question.hint]
    return await reply(parts.filter { !$0.isEmpty }.joined(separator: " "))
  }
}

extension Conversation {
  /// Leaves it to whoever expects a request to say what comes of something else; nil where he does not.
  private mutating func delegate(_ rejection: Rejection, tell: Observer) async -> Reply? {
    guard followUp?.delegatesRejections == true, rejection.reason != .nothingHeard,
      delegatedRejections < Self.mostDelegatedRejections
    else { return nil }
    delegatedRejections += 1
    guard let answer = await runtime.answerToRejection(of: rejection.best?.text, in: session) else { return nil }
    followUp = answer.followUp
    let dialog = answer.dialog.flatMap { $0.isEmpty ? nil : $0 }
    await tell(Notice(event: .rejected(reason: rejection.reason.rawValue, best: rejection.best?.text, dialog: dialog)))
    return Reply(dialog: dialog, expectsAnswer: expectsAnswer)
  }
}

extension Conversation.Notice {
  fileprivate init(_ answer: IntentOutcome.Answer, isUpdate: Bool = false) {
    self.init(
      event: .responded(answer.response, of: answer.intent), isPrivate: answer.isPrivate, isUpdate: isUpdate,
      interaction: answer.interaction)
  }
}

extension TurnEvent.Kind {
  fileprivate static func understood(_ interpretation: Interpretation) -> TurnEvent.Kind {
    .understood(
      text: interpretation.text, intent: interpretation.intent, slots: interpretation.slots, confidence: interpretation.confidence
    )
  }

  /// An answer; a passphrase is not repeated.
  fileprivate static func understood(
    _ interpretation: Interpretation, as taken: IntentRuntime.TakenAnswer, to question: IntentQuestion
  ) -> TurnEvent.Kind {
    if case .cancelled = taken {
      return .understood(text: interpretation.text, intent: "cancel", slots: [:], confidence: interpretation.confidence)
    }
    if case .goesOn(let request) = taken, case .clarification(let clarification) = question.expectation,
      let choice = clarification.choices.first(where: { $0.request == request })
    {
      return .understood(
        text: choice.text, intent: request.intent, slots: request.values, confidence: interpretation.confidence)
    }
    guard question.expectation == .passphrase else { return understood(interpretation) }
    return .understood(
      text: "the passphrase", intent: interpretation.intent, slots: [:], confidence: interpretation.confidence)
  }

  fileprivate static func responded(_ response: IntentResponse, of intent: String) -> TurnEvent.Kind {
    .responded(intent: intent, code: response.code, dialog: response.dialog, card: response.card)
  }
}

extension Rejection {
  /// What is said to the person.
  fileprivate var dialog: String {
    if let explanation { return explanation }
    switch reason {
    case .nothingHeard: return "I did not hear anything."
    case .notAPhrase, .lowConfidence: return "I did not catch that."
    case .tooLong: return "That was too long for me."
    }
  }
}
