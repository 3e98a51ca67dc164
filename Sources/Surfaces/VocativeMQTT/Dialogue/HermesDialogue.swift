import Foundation
package import HermesProtocol
import JSONValues
package import Vocative

/// Rhasspy's dialogue manager, as far as the turn loop does not cover it: the active session and the waiting ones.
///
/// A value without side effects: it receives events and returns the resulting effects.
package struct HermesDialogue {
  /// A session.
  package struct Session: Equatable, Sendable {
    package let id: String
    var wakewordID: String?
    var customData: JSONValue?
    /// The last text; nil if there is none or it is private.
    var text: String?
    var confidence = 1.0
    var outcome = Hermes.SessionEnded.Reason.abortedByUser
    var isListening = false
    /// Whether a skill handles rejections.
    var sendsRejections = false
    /// Whether the skill was notified of the last rejection.
    var hasToldRejection = false
    /// Whether a request is being performed.
    var isPerforming = false
    /// Whether its request comes from elsewhere, such as a pipeline of Home Assistant, so that no state of the loop ends it.
    var isElsewhere = false
    /// Whether its skill has continued it with a question.
    var isContinued = false
  }

  /// The maximum number of waiting sessions.
  static let maxOpenings = 16

  let site: String
  package internal(set) var session: Session?
  /// The sessions that wait to begin, by their identifiers.
  private var openings: [String: Hermes.StartSession] = [:]
  var waiting: AsyncStream<DelegatedAnswer>.Continuation?
  /// The conversation whose request was passed on to skills last, or that waits for a skill.
  ///
  /// Requests of several conversations are performed at the same time, because those of Wyoming clients do not wait for the loop.
  var conversation: String?
  /// The answer of a skill that arrived before the loop waited for it.
  private var earlyAnswer: DelegatedAnswer?
  private(set) var isConnected = false
  private var reasonsForSilence: Set<String> = []
  /// The intents that skills have disabled.
  var disabledIntents: Set<String> = []

  package init(site: String) { self.site = site }

  /// The prefix of this box's session identifiers, so that two boxes don't confuse each other's sessions.
  static let prefix = "vocative-"

  private static func newID() -> String { prefix + UUID().uuidString.lowercased() }

  /// The identifiers of the requested sessions that have not begun.
  package var waitingSessions: [String] { openings.keys.sorted() }

  // MARK: The loop

  package mutating func receive(_ event: TurnEvent) -> [HermesEffect] {
    switch event.kind {
    case .spotted(let phrase, _, _, _):
      var effects = endElsewhere()
      guard session == nil else { return effects }
      // Without a wake phrase, the request itself is spotted; other clients must not learn a private one.
      let wakeword = event.isPrivate ? "private" : phrase.replacing(" ", with: "_")
      let new = Session(id: Self.newID(), wakewordID: wakeword)
      effects.append(.publish(Hermes.HotwordDetected(wakewordID: wakeword, siteId: site, sessionId: new.id)))
      return effects + begin(new)
    case .understood(let text, _, _, let confidence):
      var effects = endElsewhere()
      if session == nil { effects += begin(Session(id: Self.newID())) }
      session?.text = event.isPrivate ? nil : text
      session?.confidence = confidence
      guard let session, !event.isPrivate else { return effects }
      effects.append(
        .publish(
          Hermes.TextCaptured(
            text: text, likelihood: confidence, seconds: 0, siteId: site, sessionId: session.id, wakewordId: session.wakewordID)))
      return effects
    case .rejected(let reason, let best, let dialog):
      let isSilence = reason == Rejection.Reason.nothingHeard.rawValue
      return rejected(event.isPrivate ? "" : best ?? "", isSilence: isSilence, isQuiet: dialog == nil)
    case .responded(let intent, let code, _, _):
      guard !isWaitingElsewhere else { return [] }
      let wasUnanswered = session?.outcome == .timeout
      session?.outcome =
        switch code {
        case _ where intent == FollowUp.cancellation: .abortedByUser
        case .failure, .failureRequiringAppLaunch: wasUnanswered ? .timeout : .error
        default: .nominal
        }
      return []
    case .asked, .updated, .error: return []
    }
  }

  package mutating func receive(_ state: TurnState) -> [HermesEffect] {
    guard let session else { return [] }
    switch state {
    case .awake, .listening:
      guard !session.isListening else { return [] }
      self.session?.isListening = true
      return [
        .publish(Hermes.StartListening(siteId: site, sessionId: session.id, wakewordId: session.wakewordID))
      ]
    case .answering: return stopListening()
    case .idle, .ringing, .muted: return isWaitingElsewhere ? stopListening() : end()
    }
  }

  package mutating func begun(_ dispatch: Dispatch) -> [HermesEffect] {
    // A skill answers the session: while a request waits for the answer, one of another conversation is not passed on.
    guard !dispatch.isPrivate, waiting == nil || conversation == dispatch.session else { return [] }
    // The loop reports what it has understood before it performs it, and that begins a session.
    var effects = session == nil ? begin(Session(id: Self.newID(), outcome: .nominal, isElsewhere: true)) : []
    session?.isPerforming = true
    session?.isContinued = false
    (conversation, waiting, earlyAnswer) = (dispatch.session, nil, nil)
    if let session { effects.append(.tellIntent(dispatch, session)) }
    return effects
  }

  package mutating func completed(_ dispatch: Dispatch) -> [HermesEffect] {
    guard conversation == dispatch.session else { return [] }
    session?.isPerforming = false
    (conversation, waiting, earlyAnswer) = (nil, nil, nil)
    return session?.isContinued == true ? [] : endElsewhere()
  }

  /// A request waits for a skill.
  package mutating func wait(
    for request: DelegatedRequest, _ reply: AsyncStream<DelegatedAnswer>.Continuation
  ) -> [HermesEffect] {
    guard isConnected, waiting == nil, conversation == nil || conversation == request.session else {
      return [.answer(reply, .unreachable)]
    }
    conversation = request.session
    if let answer = earlyAnswer {
      earlyAnswer = nil
      return give(answer, to: reply)
    }
    // The loop waits for an answer.
    session?.outcome = .timeout
    waiting = reply
    return []
  }

  package mutating func connectionChanged(_ isConnected: Bool) -> [HermesEffect] {
    self.isConnected = isConnected
    guard !isConnected, let waiting else { return [] }
    self.waiting = nil
    return [.answer(waiting, .unreachable)]
  }

  // MARK: Sessions

  /// Whether a request from elsewhere waits for a skill in a session of its own, which what the loop hears does not concern.
  var isWaitingElsewhere: Bool { session?.isElsewhere == true && waiting != nil }

  private mutating func begin(_ new: Session) -> [HermesEffect] {
    session = new
    return [.publish(Hermes.SessionStarted(sessionId: new.id, siteId: site, customData: new.customData))]
  }

  private mutating func stopListening() -> [HermesEffect] {
    guard let session, session.isListening else { return [] }
    self.session?.isListening = false
    return [.publish(Hermes.StopListening(siteId: site, sessionId: session.id))]
  }

  private mutating func end() -> [HermesEffect] {
    guard let session else { return [] }
    var effects = stopListening() + [ended(session.id, session.outcome, session.customData)]
    // No skill can answer any more.
    if let waiting { effects.append(.answer(waiting, .unanswered)) }
    (self.session, conversation, waiting) = (nil, nil, nil)
    return effects
  }

  /// Ends the session of a request from elsewhere that is not being performed.
  private mutating func endElsewhere() -> [HermesEffect] {
    guard let session, session.isElsewhere, !session.isPerforming else { return [] }
    return end()
  }

  private func ended(_ id: String, _ reason: Hermes.SessionEnded.Reason, _ customData: JSONValue?) -> HermesEffect {
    .publish(Hermes.SessionEnded(reason, sessionId: id, siteId: site, customData: customData))
  }

  /// A requested session begins.
  package mutating func opened(_ id: String) -> [HermesEffect] {
    guard let opening = openings.removeValue(forKey: id) else { return [] }
    let effects = end()
    var new = Session(id: id, customData: opening.customData)
    new.outcome = opening.`init`.isNotification ? .nominal : .timeout
    new.sendsRejections = opening.`init`.sendIntentNotRecognized == true
    return effects + begin(new)
  }

  /// A requested session could not begin.
  package mutating func failed(_ id: String, _ reason: Hermes.SessionEnded.Reason) -> [HermesEffect] {
    guard let opening = openings.removeValue(forKey: id) else { return [] }
    return [ended(id, reason, opening.customData)]
  }

  // MARK: Requests

  /// Handles a request from the broker.
  ///
  /// - Parameter isBusy: Whether a conversation is active.
  package mutating func receive(_ request: HermesRequest, isBusy: Bool) -> [HermesEffect] {
    guard request.site == nil || request.site == site else { return [] }
    switch request {
    case .startSession(let message): return start(message, isBusy: isBusy)
    case .continueSession(let message):
      guard message.sessionId == session?.id else { return [] }
      if let customData = message.customData { session?.customData = customData }
      session?.sendsRejections = message.sendIntentNotRecognized == true
      // While the box listens, no request waits for the skill.
      if waiting == nil, session?.isListening == true { return [.ask(message.text, expecting: message.followUp)] }
      return answer(.continued(dialog: message.text, expecting: message.followUp))
    case .endSession(let message):
      guard let session, message.sessionId == session.id else { return [] }
      if let customData = message.customData { self.session?.customData = customData }
      if waiting == nil, !session.isPerforming {
        // No request waits for the skill; the session may listen.
        self.session?.outcome = .nominal
        return [.hangUp(saying: message.text)]
      }
      return answer(.ended(dialog: message.text))
    case .say(let message): return [.say(message, isMeanwhile: waiting != nil)]
    case .configure(let message): return configure(message)
    case .toggleHotword(let message): return toggle(message)
    case .startListening(let message):
      return message.sessionId?.hasPrefix(Self.prefix) == true ? [] : [.listen]
    case .stopListening(let message):
      return message.sessionId?.hasPrefix(Self.prefix) == true ? [] : [.hangUp(saying: nil)]
    case .query(let message): return [.recognize(message)]
    }
  }

  private mutating func answer(_ answer: DelegatedAnswer) -> [HermesEffect] {
    guard let waiting else {
      if session?.isPerforming == true { earlyAnswer = answer }
      return []
    }
    self.waiting = nil
    session?.outcome = .nominal
    return give(answer, to: waiting)
  }

  private mutating func give(
    _ answer: DelegatedAnswer, to reply: AsyncStream<DelegatedAnswer>.Continuation
  ) -> [HermesEffect] {
    if case .continued = answer { session?.isContinued = true }
    return [.answer(reply, answer)]
  }

  private mutating func start(_ message: Hermes.StartSession, isBusy: Bool) -> [HermesEffect] {
    let id = Self.newID()
    let beginning = message.`init`
    let mayWait = beginning.isNotification || beginning.canBeEnqueued == true
    guard openings.count < Self.maxOpenings, mayWait || !isBusy else {
      return [ended(id, .error, message.customData)]
    }
    openings[id] = message
    let queued = isBusy ? [HermesEffect.publish(queued(id, message))] : []
    let expected = beginning.isNotification ? nil : beginning.followUp
    return queued + [.open(session: id, text: beginning.text, expecting: expected)]
  }

  private func queued(_ id: String, _ message: Hermes.StartSession) -> Hermes.SessionQueued {
    Hermes.SessionQueued(sessionId: id, siteId: site, customData: message.customData)
  }

  /// Several clients can mute; the mute ends when all of them have ended theirs.
  private mutating func toggle(_ message: Hermes.HotwordToggle) -> [HermesEffect] {
    let (wasOn, reason) = (reasonsForSilence.isEmpty, message.reason ?? "")
    if message.isOn {
      reasonsForSilence.remove(reason)
    } else if reasonsForSilence.count < Self.maxOpenings {
      reasonsForSilence.insert(reason)
    }
    return wasOn == reasonsForSilence.isEmpty ? [] : [.mute(!reasonsForSilence.isEmpty)]
  }

  /// The owner has taken back the mutes of all sides: the reasons from before do not count any more.
  package mutating func unmutedForAll() { reasonsForSilence = [] }
}

extension Hermes.StartSession.Beginning {
  fileprivate var isNotification: Bool { type == "notification" }

  fileprivate var followUp: FollowUp {
    FollowUp(intents: intentFilter ?? [], delegatesRejections: sendIntentNotRecognized == true)
  }
}

extension Hermes.ContinueSession {
  fileprivate var followUp: FollowUp {
    FollowUp(intents: intentFilter ?? [], delegatesRejections: sendIntentNotRecognized == true)
  }
}
