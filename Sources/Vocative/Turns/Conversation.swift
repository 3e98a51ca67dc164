import Foundation
public import VocativeIntents
public import VocativeUnderstanding

/// The state of one spoken or typed exchange: the open question and the expected answers.
public struct Conversation: Sendable {
  /// The reply to one utterance.
  public struct Reply: Equatable, Sendable {
    /// The dialog to speak; nil for silence.
    public let dialog: String?
    /// Whether an answer without a wake phrase is expected now.
    public let expectsAnswer: Bool
  }

  /// A notification about the conversation.
  public struct Notice: Sendable {
    /// The event.
    public let event: TurnEvent.Kind
    /// Whether the event must be kept out of every log.
    public var isPrivate = false
    /// Whether it reports the progress of a request and is spoken before the reply.
    public var isUpdate = false
    /// The performed interaction; nil if there is none.
    public var interaction: Interaction?
  }

  /// Receives notifications immediately.
  public typealias Observer = @Sendable (Notice) async -> Void

  struct Asked: Sendable {
    let question: IntentQuestion
    let isPrivate: Bool
    let source: IntentSource
    var misunderstandings = 0
  }

  let runtime: IntentRuntime
  /// The source of the current utterance.
  var source: IntentSource
  private let session = UUID().uuidString
  var asked: Asked?
  var followUp: FollowUp?
  /// The number of consecutive rejections that were left to the follow-up's delegate.
  private var delegatedRejections = 0

  /// The number of misunderstood answers after which the question is dropped.
  static let maxMisunderstandings = 2
  /// The maximum number of consecutive rejections that a delegate may continue after, so that noise does not keep a conversation
  /// open indefinitely.
  private static let maxDelegatedRejections = 3

  /// Creates a conversation without an open question.
  public init(runtime: IntentRuntime, source: IntentSource) {
    self.runtime = runtime
    self.source = source
  }

  /// Whether an answer or another request is expected.
  public var expectsAnswer: Bool { open != nil || followUp != nil }

  /// The question that can be answered now; a private one only from the source of its request.
  var open: Asked? { asked.flatMap { $0.isPrivate && $0.source != source ? nil : $0 } }

  /// Whether a question about a request is open.
  var isAsking: Bool { open != nil }
  /// The open question about a request; nil if there is none.
  var openQuestion: String? { open?.question.dialog }

  /// Returns the grammar of possible utterances: everything, or the answers to the open question.
  public func expected(in grammar: Grammar) -> Grammar {
    if let open { return runtime.grammar(answering: open.question, in: grammar) }
    return followUp.map { runtime.grammar(expecting: $0, in: grammar) } ?? grammar
  }

  /// Silently drops the open question, as "cancel" does.
  public mutating func cancel() { (asked, followUp) = (nil, nil) }

  /// Keeps the conversation open for another request without the wake phrase.
  mutating func expect(_ followUp: FollowUp) { self.followUp = followUp }

  /// Handles an understood or rejected utterance and returns the reply.
  ///
  /// - Parameters:
  ///   - isQuiet: Whether a rejection stays silent.
  ///   - emit: Receives every event in order; awaited, so that updates are spoken in order too.
  public mutating func take(
    _ understanding: Understanding, isQuiet: Bool = false, emit: @escaping Observer
  ) async -> Reply {
    asked = open
    switch understanding {
    case .understood(let interpretation): return await take(interpretation, emit: emit)
    case .rejected(let rejection) where isQuiet && !expectsAnswer:
      let isPrivate = await isPrivate(rejection)
      let best = isPrivate ? nil : rejection.best?.text
      await emit(Notice(event: .rejected(reason: rejection.reason.rawValue, best: best, dialog: nil), isPrivate: isPrivate))
      return Reply(dialog: nil, expectsAnswer: false)
    case .wakePhraseOnly: return await reject(Rejection(.nothingHeard), emit: emit)
    case .rejected(let rejection): return await reject(rejection, emit: emit)
    }
  }

  private mutating func take(_ interpretation: Interpretation, emit: @escaping Observer) async -> Reply {
    guard let asked else {
      if followUp != nil, interpretation.intent == FollowUp.cancellation,
        runtime.assistant.intent(named: FollowUp.cancellation) == nil
      {
        return await callOff(interpretation, emit: emit)
      }
      followUp = nil
      delegatedRejections = 0
      if let reply = await clarify(interpretation, emit: emit) { return reply }
      let isPrivate = await runtime.isPrivate(interpretation)
      await emit(Notice(event: .understood(interpretation), isPrivate: isPrivate))
      return await perform(
        IntentRequest(intent: interpretation.intent, values: interpretation.slots, source: source, session: session), emit: emit)
    }
    let question = asked.question
    if let rival = interpretation.rivalInterpretation, question.expectation != .passphrase,
      runtime.take(rival.slots, confidence: rival.confidence, answering: question)
        != runtime.take(interpretation.slots, confidence: interpretation.confidence, answering: question)
    {
      return await reject(Rejection(.lowConfidence, best: interpretation), emit: emit)
    }
    self.asked = nil
    let taken = runtime.take(interpretation.slots, confidence: interpretation.confidence, answering: question)
    let understood = Notice(event: .understood(interpretation, as: taken, to: question), isPrivate: asked.isPrivate)
    switch taken {
    case .continues(let request):
      await emit(understood)
      return await perform(request, emit: emit)
    case .declined(let response), .cancelled(let response):
      await emit(understood)
      await emit(Notice(event: .responded(response, of: question.request.intent), isPrivate: asked.isPrivate))
      return Reply(dialog: response.dialog, expectsAnswer: false)
    case .wrongPassphrase(let wrong): return await take(wrong, for: asked, emit: emit)
    }
  }

  /// Asks which of two sentences was meant if the evidence hardly prefers one: acting on the opposite is the worst error.
  private mutating func clarify(_ interpretation: Interpretation, emit: Observer) async -> Reply? {
    let clarification = Clarification(interpretation) {
      IntentRequest(intent: $0, values: $1, source: source, session: session)
    }
    guard let clarification else { return nil }
    let isPrivate = clarification.choices.contains { runtime.isPrivate($0.request) }
    let question = clarification.question
    asked = Asked(question: question, isPrivate: isPrivate, source: source)
    await emit(Notice(event: .asked(dialog: question.dialog, parameter: question.parameter), isPrivate: isPrivate))
    return Reply(dialog: question.dialog, expectsAnswer: true)
  }

  private mutating func perform(_ request: IntentRequest, emit: @escaping Observer) async -> Reply {
    let outcome = await runtime.perform(request) { answer in
      await emit(Notice(answer, isUpdate: true))
    }
    for answer in outcome.answers {
      await emit(Notice(answer))
    }
    if let question = outcome.question {
      let isPrivate = runtime.isPrivate(question.request)
      asked = Asked(question: question, isPrivate: isPrivate, source: source)
      await emit(Notice(event: .asked(dialog: question.dialog, parameter: question.parameter), isPrivate: isPrivate))
    }
    if asked == nil { followUp = outcome.answers.last?.response.followUp }
    return Reply(dialog: outcome.dialog.isEmpty ? nil : outcome.dialog, expectsAnswer: expectsAnswer)
  }

  private mutating func callOff(_ interpretation: Interpretation, emit: Observer) async -> Reply {
    followUp = nil
    await emit(Notice(event: .understood(interpretation)))
    let response = IntentResponse.failure("All right.")
    await emit(Notice(event: .responded(response, of: FollowUp.cancellation)))
    return Reply(dialog: response.dialog, expectsAnswer: false)
  }

  private mutating func reject(_ rejection: Rejection, emit: Observer) async -> Reply {
    if let asked, asked.question.expectation == .passphrase, rejection.reason != .nothingHeard {
      return await take(runtime.takeWrongPassphrase(answering: asked.question), for: asked, emit: emit)
    }
    let isNearPrivate = await isPrivate(rejection)
    let isSecret = asked?.isPrivate == true || isNearPrivate
    func reply(_ dialog: String) async -> Reply {
      let best = isSecret ? nil : rejection.best?.text
      await emit(Notice(event: .rejected(reason: rejection.reason.rawValue, best: best, dialog: dialog), isPrivate: isSecret))
      return Reply(dialog: dialog, expectsAnswer: asked != nil)
    }
    guard var asked else {
      if let reply = await delegate(rejection, emit: emit) { return reply }
      // A person who is not understood is not asked for the same request again and again.
      followUp = nil
      return await reply(rejection.dialog)
    }
    asked.misunderstandings += 1
    guard asked.misunderstandings < Self.maxMisunderstandings else {
      self.asked = nil
      return await reply("Sorry, I still didn't get that. Let's leave it.")
    }
    self.asked = asked
    let parts = [rejection.dialog, asked.question.dialog, asked.question.hint]
    return await reply(parts.filter { !$0.isEmpty }.joined(separator: " "))
  }
}

extension Conversation {
  /// Lets the delegate of the expected request answer a rejection; returns nil if it does not.
  private mutating func delegate(_ rejection: Rejection, emit: Observer) async -> Reply? {
    guard followUp?.delegatesRejections == true, rejection.reason != .nothingHeard,
      delegatedRejections < Self.maxDelegatedRejections
    else { return nil }
    delegatedRejections += 1
    let isPrivate = await isPrivate(rejection)
    let best = isPrivate ? nil : rejection.best?.text
    guard let answer = await runtime.answerToRejection(of: best, in: session) else { return nil }
    followUp = answer.followUp
    let dialog = answer.dialog.flatMap { $0.isEmpty ? nil : $0 }
    await emit(Notice(event: .rejected(reason: rejection.reason.rawValue, best: best, dialog: dialog), isPrivate: isPrivate))
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

  /// Creates an event for an answer, without the words of a passphrase.
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
  /// The spoken dialog.
  fileprivate var dialog: String {
    if let explanation { return explanation }
    switch reason {
    case .nothingHeard: return "I didn't hear anything."
    case .notAPhrase, .lowConfidence: return "I didn't catch that."
    case .tooLong: return "That was too long for me."
    }
  }
}
