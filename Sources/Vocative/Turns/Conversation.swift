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
    /// The assistant that it is about; nil if there is none.
    public var assistant: String?
  }

  /// Receives notifications immediately.
  public typealias Observer = @Sendable (Notice) async -> Void

  struct Asked: Sendable {
    let question: IntentQuestion
    let isPrivate: Bool
    let asker: Asker
    var misunderstandings = 0
  }

  /// The origin of an utterance.
  struct Asker: Equatable, Sendable {
    /// The microphone.
    static let voice = Asker(source: .voice)

    let source: IntentSource
    /// Distinguishes the programs and browsers that type; nil if there is only one.
    var client: String?
  }

  let runtime: IntentRuntime
  /// The origin of the current utterance.
  var asker: Asker
  private let session = UUID().uuidString
  var asked: Asked?
  var followUp: FollowUp?
  /// The number of consecutive rejections that were left to the follow-up's delegate.
  private var delegatedRejections = 0
  /// The number of consecutive utterances that were not understood.
  private var rejections = 0

  /// The number of misunderstood answers after which the question is dropped.
  static let maxMisunderstandings = 2
  /// The number of consecutive rejections after which the person hears how to get help.
  private static let rejectionsBeforeHelp = 2
  /// The maximum number of consecutive rejections that a delegate may continue after, so that noise does not keep a conversation
  /// open indefinitely.
  private static let maxDelegatedRejections = 3

  /// Creates a conversation without an open question.
  public init(runtime: IntentRuntime, source: IntentSource) {
    self.runtime = runtime
    asker = Asker(source: source)
  }

  /// Whether an answer or another request is expected.
  public var expectsAnswer: Bool { open != nil || followUp != nil }

  private var source: IntentSource { asker.source }

  /// The question that can be answered now; a private one only by the asker of its request.
  var open: Asked? { asked.flatMap { $0.isPrivate && $0.asker != asker ? nil : $0 } }

  /// Whether a question about a request is open.
  var isAsking: Bool { open != nil }
  /// The open question about a request; nil if there is none.
  var openQuestion: String? { open?.question.dialog }

  /// Returns the grammar of possible utterances: everything, or the answers to the open question.
  public func expected(in grammar: Grammar) -> Grammar {
    if let open { return runtime.grammar(answering: open.question, in: grammar) }
    return followUp.map { runtime.grammar(expecting: $0, in: grammar) } ?? grammar
  }

  /// Silently drops the open question, as "cancel" does; its request is recorded as declined.
  public mutating func cancel() async {
    followUp = nil
    await dropQuestion()
  }

  private mutating func dropQuestion() async {
    guard let dropped = asked else { return }
    asked = nil
    await runtime.didEnd(dropped.question.request, because: .declined, .failure(""))
  }

  /// Keeps the conversation open for another request without the wake phrase.
  mutating func expect(_ followUp: FollowUp) { self.followUp = followUp }

  /// Handles an understood or rejected utterance and returns the reply.
  ///
  /// - Parameters:
  ///   - isQuiet: Whether a rejection stays silent.
  ///   - emit: Receives every event in order; awaited, so that updates are spoken in order too.
  public mutating func receive(
    _ understanding: Understanding, isQuiet: Bool = false, emit: @escaping Observer
  ) async -> Reply {
    // A private question that waits for another source.
    if open == nil { await dropQuestion() }
    switch understanding {
    case .understood(let interpretation): return await receive(interpretation, emit: emit)
    case .rejected(let rejection) where isQuiet && !expectsAnswer:
      let isPrivate = await isPrivate(rejection)
      let best = isPrivate ? nil : rejection.best?.text
      await emit(
        Notice(
          event: .rejected(reason: rejection.reason.rawValue, best: best, dialog: nil), isPrivate: isPrivate,
          assistant: best == nil ? nil : assistant(of: rejection)))
      return Reply(dialog: nil, expectsAnswer: false)
    case .wakePhraseOnly: return await reject(Rejection(.nothingHeard), emit: emit)
    case .rejected(let rejection): return await reject(rejection, emit: emit)
    }
  }

  private mutating func receive(_ interpretation: Interpretation, emit: @escaping Observer) async -> Reply {
    // An answer has the intent of its question. If answers cannot be recognized, as with an unknown word, other phrases are heard.
    if let question = asked?.question, interpretation.intent != question.request.intent { await dropQuestion() }
    guard let asked else {
      if followUp != nil, interpretation.intent == FollowUp.cancellation,
        runtime.assistant.intent(named: FollowUp.cancellation) == nil
      {
        return await callOff(interpretation, emit: emit)
      }
      followUp = nil
      delegatedRejections = 0
      rejections = 0
      let interpretation = await runtime.settled(interpretation)
      if let reply = await clarify(interpretation, emit: emit) { return reply }
      let isPrivate = await runtime.isPrivate(interpretation)
      await emit(understood(interpretation, isPrivate: isPrivate))
      var request = IntentRequest(
        intent: interpretation.intent, values: interpretation.slots, source: source, session: session)
      request.sentence = runtime.sentence(interpretation.text, for: interpretation.intent)
      return await perform(request, emit: emit)
    }
    let question = asked.question
    if let rival = interpretation.rivalInterpretation, question.expectation != .passphrase,
      runtime.receive(rival.slots, confidence: rival.confidence, answering: question)
        != runtime.receive(interpretation.slots, confidence: interpretation.confidence, answering: question)
    {
      return await reject(Rejection(.lowConfidence, best: interpretation), emit: emit)
    }
    self.asked = nil
    let taken = runtime.receive(interpretation.slots, confidence: interpretation.confidence, answering: question)
    let understood = understood(interpretation, as: taken, to: question, isPrivate: asked.isPrivate)
    switch taken {
    case .continues(var request):
      await emit(understood)
      if case .clarification(let clarification) = question.expectation {
        await runtime.remember(request, from: clarification)
        let chosen = clarification.choices.first { $0.request == request }
        request.sentence = chosen.map { runtime.sentence($0.text, for: request.intent) }
      }
      return await perform(request, emit: emit)
    case .declined(let response), .cancelled(let response):
      await emit(understood)
      await runtime.didEnd(question.request, because: .declined, response)
      let origin = runtime.origin(of: question.request.intent)
      await emit(
        Notice(
          event: .responded(response, of: origin.intent), isPrivate: asked.isPrivate, assistant: origin.assistant))
      return Reply(dialog: response.dialog, expectsAnswer: false)
    case .wrongPassphrase(let wrong): return await receive(wrong, for: asked, emit: emit)
    }
  }

  /// Asks which of two sentences was meant if the evidence hardly prefers one: acting on the opposite is the worst error.
  private mutating func clarify(_ interpretation: Interpretation, emit: Observer) async -> Reply? {
    func request(_ intent: String, _ values: [String: String]) -> IntentRequest {
      IntentRequest(intent: intent, values: values, source: source, session: session)
    }
    let rivals = Clarification(interpretation, request: request)
    guard let clarification = rivals ?? runtime.clarification(among: interpretation, request: request) else { return nil }
    let isPrivate = clarification.choices.contains { runtime.isPrivate($0.request) }
    let question = clarification.question
    asked = Asked(question: question, isPrivate: isPrivate, asker: asker)
    let assistants = Set(clarification.choices.map { runtime.origin(of: $0.request.intent).assistant })
    await emit(
      Notice(
        event: .asked(dialog: question.dialog, parameter: question.parameter), isPrivate: isPrivate,
        assistant: assistants.count == 1 ? assistants.first ?? nil : nil))
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
      asked = Asked(question: question, isPrivate: isPrivate, asker: asker)
      await emit(
        Notice(
          event: .asked(dialog: question.dialog, parameter: question.parameter), isPrivate: isPrivate,
          assistant: runtime.origin(of: question.request.intent).assistant))
    }
    if asked == nil, let last = outcome.answers.last {
      followUp = runtime.followUp(last.response.followUp, of: last.assistant)
    }
    return Reply(dialog: outcome.dialog.isEmpty ? nil : outcome.dialog, expectsAnswer: expectsAnswer)
  }

  private mutating func callOff(_ interpretation: Interpretation, emit: Observer) async -> Reply {
    followUp = nil
    await emit(understood(interpretation, isPrivate: false))
    let response = IntentResponse.failure("All right.")
    await emit(Notice(event: .responded(response, of: FollowUp.cancellation)))
    return Reply(dialog: response.dialog, expectsAnswer: false)
  }

  private mutating func reject(_ rejection: Rejection, emit: Observer) async -> Reply {
    if let asked, asked.question.expectation == .passphrase, rejection.reason != .nothingHeard {
      return await receive(runtime.takeWrongPassphrase(answering: asked.question), for: asked, emit: emit)
    }
    let isNearPrivate = await isPrivate(rejection)
    let isSecret = asked?.isPrivate == true || isNearPrivate
    func reply(_ dialog: String) async -> Reply {
      let best = isSecret ? nil : rejection.best?.text
      await emit(
        Notice(
          event: .rejected(reason: rejection.reason.rawValue, best: best, dialog: dialog), isPrivate: isSecret,
          assistant: best == nil ? nil : assistant(of: rejection)))
      return Reply(dialog: dialog, expectsAnswer: asked != nil)
    }
    guard var asked else {
      if let reply = await delegate(rejection, emit: emit) { return reply }
      await runtime.didReject(
        rejection.reason.rawValue, source: source, session: session, dialog: rejection.reason.dialog)
      // A person who is not understood is not asked for the same request again and again.
      followUp = nil
      rejections += rejection.reason == .nothingHeard ? 0 : 1
      guard rejections >= Self.rejectionsBeforeHelp, let help = runtime.helpPhrase else {
        return await reply(rejection.dialog)
      }
      rejections = 0
      return await reply("\(rejection.dialog) Say \"\(help)\" to hear what you can say.")
    }
    asked.misunderstandings += 1
    guard asked.misunderstandings < Self.maxMisunderstandings else {
      self.asked = nil
      let left = IntentResponse.failure("Sorry, I still didn't get that. Let's leave it.")
      await runtime.didEnd(asked.question.request, because: .rejected, left)
      return await reply(left.dialog)
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
    await emit(
      Notice(
        event: .rejected(reason: rejection.reason.rawValue, best: best, dialog: dialog), isPrivate: isPrivate,
        assistant: best == nil ? nil : assistant(of: rejection)))
    return Reply(dialog: dialog, expectsAnswer: expectsAnswer)
  }
}

extension Conversation.Notice {
  fileprivate init(_ answer: IntentOutcome.Answer, isUpdate: Bool = false) {
    var event = TurnEvent.Kind.responded(answer.response, of: answer.intent)
    if answer.isSilent, let card = answer.response.card { event = .updated(intent: answer.intent, card: card) }
    self.init(
      event: event, isPrivate: answer.isPrivate, isUpdate: isUpdate,
      interaction: answer.interaction, assistant: answer.assistant)
  }
}

extension Conversation {
  /// The assistant of the closest phrase to a rejected utterance.
  private func assistant(of rejection: Rejection) -> String? {
    rejection.best.flatMap { runtime.origin(of: $0.intent).assistant }
  }

  private func understood(_ interpretation: Interpretation, isPrivate: Bool) -> Notice {
    let origin = runtime.origin(of: interpretation.intent)
    return Notice(
      event: .understood(
        text: interpretation.text, intent: origin.intent, slots: interpretation.slots, confidence: interpretation.confidence),
      isPrivate: isPrivate, assistant: origin.assistant)
  }

  /// Creates a notice for an answer, without the words of a passphrase.
  private func understood(
    _ interpretation: Interpretation, as taken: IntentRuntime.AnswerResult, to question: IntentQuestion, isPrivate: Bool
  ) -> Notice {
    var origin = runtime.origin(of: interpretation.intent)
    var (text, slots) = (interpretation.text, interpretation.slots)
    if case .cancelled = taken {
      (origin.intent, slots) = (FollowUp.cancellation, [:])
    } else if case .continues(let request) = taken, case .clarification(let clarification) = question.expectation,
      let choice = clarification.choices.first(where: { $0.request == request })
    {
      (origin, text, slots) = (runtime.origin(of: request.intent), choice.text, request.values)
    } else if question.expectation == .passphrase {
      (text, slots) = ("the passphrase", [:])
    }
    return Notice(
      event: .understood(text: text, intent: origin.intent, slots: slots, confidence: interpretation.confidence),
      isPrivate: isPrivate, assistant: origin.assistant)
  }
}

extension TurnEvent.Kind {
  static func responded(_ response: IntentResponse, of intent: String) -> TurnEvent.Kind {
    .responded(intent: intent, code: response.code, dialog: response.dialog, card: response.card)
  }
}

extension Rejection {
  /// The spoken dialog.
  fileprivate var dialog: String {
    explanation ?? reason.dialog
  }
}

extension Rejection.Reason {
  /// The spoken dialog, which has none of the words.
  fileprivate var dialog: String {
    switch self {
    case .nothingHeard: "I didn't hear anything."
    case .notAPhrase, .lowConfidence: "I didn't catch that."
    case .tooLong: "That was too long for me."
    }
  }
}
