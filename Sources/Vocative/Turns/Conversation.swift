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

  struct Asked: Sendable {
    let question: IntentQuestion
    let isPrivate: Bool
    let source: IntentSource
    var misunderstandings = 0
  }

  let runtime: IntentRuntime
  /// Who is listened to now.
  var source: IntentSource
  private let session = UUID().uuidString
  var asked: Asked?
  var followUp: FollowUp?
  /// How often in a row what was not understood was left to whoever expects a request.
  private var delegatedRejections = 0

  /// Answers not understood before the question is dropped.
  static let mostMisunderstandings = 2
  /// Rejections in a row that somebody else may go on after, so that a loud room does not keep a conversation open for ever.
  private static let mostDelegatedRejections = 3

  /// A conversation in which nothing was said yet.
  public init(runtime: IntentRuntime, source: IntentSource) {
    self.runtime = runtime
    self.source = source
  }

  /// Whether an answer to a question is expected.
  public var expectsAnswer: Bool { open != nil || followUp != nil }

  /// The question that may be answered now; one about something private only from where it was asked for.
  var open: Asked? { asked.flatMap { $0.isPrivate && $0.source != source ? nil : $0 } }

  /// Whether a question about a request is open.
  var isAsking: Bool { open != nil }
  /// The question about a request that is open; nil if there is none.
  var openQuestion: String? { open?.question.dialog }

  /// What may be said now: everything, or the answers to the question that was asked.
  public func expected(in grammar: Grammar) -> Grammar {
    if let open { return runtime.grammar(answering: open.question, in: grammar) }
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
    asked = open
    switch understanding {
    case .understood(let interpretation): return await take(interpretation, tell: tell)
    case .rejected(let rejection) where isQuiet && !expectsAnswer:
      let isPrivate = await isPrivate(rejection)
      let best = isPrivate ? nil : rejection.best?.text
      await tell(Notice(event: .rejected(reason: rejection.reason.rawValue, best: best, dialog: nil), isPrivate: isPrivate))
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
      let isPrivate = await runtime.isPrivate(interpretation)
      await tell(Notice(event: .understood(interpretation), isPrivate: isPrivate))
      return await perform(
        IntentRequest(intent: interpretation.intent, values: interpretation.slots, source: source, session: session), tell: tell)
    }
    let question = asked.question
    if let rival = interpretation.rivalInterpretation, question.expectation != .passphrase,
      runtime.take(rival.slots, confidence: rival.confidence, answering: question)
        != runtime.take(interpretation.slots, confidence: interpretation.confidence, answering: question)
    {
      return await reject(Rejection(.lowConfidence, best: interpretation), tell: tell)
    }
    self.asked = nil
    let taken = runtime.take(interpretation.slots, confidence: interpretation.confidence, answering: question)
    let understood = Notice(event: .understood(interpretation, as: taken, to: question), isPrivate: asked.isPrivate)
    switch taken {
    case .continues(let request):
      await tell(understood)
      return await perform(request, tell: tell)
    case .declined(let response), .cancelled(let response):
      await tell(understood)
      await tell(Notice(event: .responded(response, of: question.request.intent), isPrivate: asked.isPrivate))
      return Reply(dialog: response.dialog, expectsAnswer: false)
    case .wrongPassphrase(let wrong): return await take(wrong, for: asked, tell: tell)
    }
  }

  /// Asks which of two sentences was said if the evidence hardly prefers one: acting on the opposite is the worst error.
  private mutating func clarify(_ interpretation: Interpretation, tell: Observer) async -> Reply? {
    let clarification = Clarification(interpretation) {
      IntentRequest(intent: $0, values: $1, source: source, session: session)
    }
    guard let clarification else { return nil }
    let isPrivate = clarification.choices.contains { runtime.isPrivate($0.request) }
    let question = clarification.question
    asked = Asked(question: question, isPrivate: isPrivate, source: source)
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
      let isPrivate = runtime.isPrivate(question.request)
      asked = Asked(question: question, isPrivate: isPrivate, source: source)
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
    if let asked, asked.question.expectation == .passphrase, rejection.reason != .nothingHeard {
      return await take(runtime.takeWrongPassphrase(answering: asked.question), for: asked, tell: tell)
    }
    let isNearPrivate = await isPrivate(rejection)
    let isSecret = asked?.isPrivate == true || isNearPrivate
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
    let isPrivate = await isPrivate(rejection)
    let best = isPrivate ? nil : rejection.best?.text
    guard let answer = await runtime.answerToRejection(of: best, in: session) else { return nil }
    followUp = answer.followUp
    let dialog = answer.dialog.flatMap { $0.isEmpty ? nil : $0 }
    await tell(Notice(event: .rejected(reason: rejection.reason.rawValue, best: best, dialog: dialog), isPrivate: isPrivate))
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
    _ interpretation: Interpretation, as taken: IntentRuntime.AnswerResult, to question: IntentQuestion
  ) -> TurnEvent.Kind {
    if case .cancelled = taken {
      return .understood(text: interpretation.text, intent: "cancel", slots: [:], confidence: interpretation.confidence)
    }
    if case .continues(let request) = taken, case .clarification(let clarification) = question.expectation,
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
