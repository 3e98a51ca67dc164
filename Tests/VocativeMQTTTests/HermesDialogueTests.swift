import Foundation
import HermesProtocol
import Testing
import Vocative
import VocativeMQTT

/// The dialogue manager as a table: what happens, and the effects of it.
@Suite("The dialogue manager")
struct HermesDialogueTests {
  /// A step of a conversation.
  indirect enum Step: Sendable {
    case spotted(String, isPrivate: Bool = false)
    case understood(String, isPrivate: Bool = false)
    case rejected(String?, dialog: String? = "I didn't catch that.", reason: Rejection.Reason = .notAPhrase)
    case responded(IntentResponse.Code, intent: String = "Heat")
    case state(TurnState)
    case connection(Bool)
    case begun
    case completed
    case unmutedForAll
    /// A request waits for a skill.
    case waits
    /// An utterance was rejected and waits for a skill, until the skill has answered or timed out.
    case rejects
    case rejectionOver
    /// The step of a request in another conversation, such as that of a Wyoming client.
    case elsewhere(Step)
    /// A message of a skill in the active session, or outside of any.
    case message(String, String, isBusy: Bool = false)
    /// The session that was requested first begins, or fails.
    case opened
    case failed
  }

  /// A sequence of steps with the effects of each.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let steps: [(Step, [String])]

    init(_ description: String, _ steps: (Step, [String])...) { (testDescription, self.steps) = (description, steps) }
  }

  static let called: [(Step, [String])] = [
    (.connection(true), []),
    (.spotted("hey assistant"), ["detected hey_assistant", "started"]),
    (.state(.awake), ["startListening"]),
    (.state(.answering), ["stopListening"]),
    (.understood("make it warm"), ["captured make it warm"]),
  ]

  static let rows = [
    Row(
      "a call is a session, from the wake phrase to the answer",
      (.spotted("hey assistant"), ["detected hey_assistant", "started"]), (.state(.awake), ["startListening"]),
      (.state(.listening), []), (.state(.answering), ["stopListening"]),
      (.understood("make it warm"), ["captured make it warm"]), (.responded(.success), []), (.state(.idle), ["ended nominal"])),
    Row(
      "a failed request ends with an error", (.understood("make it warm"), ["started", "captured make it warm"]),
      (.responded(.failure), []), (.state(.idle), ["ended error"])),
    Row(
      "a request that is called off ends as aborted", (.understood("cancel"), ["started", "captured cancel"]),
      (.responded(.failure, intent: FollowUp.cancellation), []), (.state(.idle), ["ended abortedByUser"])),
    Row(
      "muting ends the session", (.spotted("hey assistant"), ["detected hey_assistant", "started"]),
      (.state(.awake), ["startListening"]), (.state(.muted), ["stopListening", "ended abortedByUser"])),
    Row(
      "silence ends as a timeout, and other words as not recognized",
      (.spotted("hey assistant"), ["detected hey_assistant", "started"]),
      (.rejected(nil, reason: .nothingHeard), ["notRecognized "]), (.state(.idle), ["ended timeout"]),
      (.spotted("hey assistant"), ["detected hey_assistant", "started"]), (.rejected("warm"), ["notRecognized warm"]),
      (.state(.idle), ["ended intentNotRecognized"])),
    Row(
      "speech without an answer starts no session", (.rejected("warm", dialog: nil), []), (.state(.idle), [])),
    Row(
      "a request from elsewhere is a session of its own, and the next call another one",
      (.connection(true), []), (.begun, ["started", "intent Heat"]), (.completed, ["ended nominal"]),
      (.begun, ["started", "intent Heat"]), (.waits, []), (.completed, ["ended timeout"]),
      (.spotted("hey assistant"), ["detected hey_assistant", "started"])),
    Row(
      "a request from elsewhere that still waits in the session of a call gets no answer after the end of it",
      (.connection(true), []), (.spotted("hey assistant"), ["detected hey_assistant", "started"]),
      (.elsewhere(.begun), ["intent Heat"]), (.elsewhere(.waits), []), (.state(.idle), ["ended timeout", "answer unanswered"]),
      (.elsewhere(.completed), [])),
    Row(
      "a private request is a session without its words",
      (.spotted("the secret", isPrivate: true), ["detected private", "started"]),
      (.understood("the secret", isPrivate: true), []),
      (.responded(.success), []), (.state(.idle), ["ended nominal"])),
    Row(
      "without a connection, a waiting request is unreachable", (.waits, ["answer unreachable"]),
      (.connection(true), []), (.waits, []), (.connection(false), ["answer unreachable"])),
    Row(
      "a request to another box is ignored",
      (.message("startSession", #"{"siteId": "attic", "init": {"type": "notification", "text": "Dinner."}}"#), [])),
    Row(
      "a notification is spoken at once, or after the active conversation",
      (
        .message("startSession", #"{"siteId": "kitchen", "init": {"type": "notification", "text": "Dinner."}}"#), ["open Dinner."]
      ),
      (
        .message("startSession", #"{"siteId": "kitchen", "init": {"type": "notification", "text": "Late."}}"#, isBusy: true),
        ["queued", "open Late."]
      )),
    Row(
      "a session that may not wait is refused during a conversation",
      (
        .message("startSession", #"{"siteId": "kitchen", "init": {"type": "action", "text": "Yes?"}}"#, isBusy: true),
        ["ended error"]
      ),
      (
        .message(
          "startSession", #"{"siteId": "kitchen", "init": {"type": "action", "canBeEnqueued": true}}"#, isBusy: true),
        ["queued", "open - expecting"]
      )),
    Row(
      "a requested session begins, and its end depends on the answer",
      (.message("startSession", #"{"siteId": "kitchen", "init": {"type": "action", "text": "Yes?"}}"#), ["open Yes? expecting"]),
      (.opened, ["started"]), (.opened, []), (.state(.idle), ["ended timeout"])),
    Row(
      "a requested session that cannot begin ends with an error",
      (.message("startSession", #"{"siteId": "kitchen", "init": {"type": "action"}}"#), ["open - expecting"]),
      (.failed, ["ended error"]), (.failed, [])),
    Row(
      "text to speak is spoken in the turn of a waiting request, else in a separate turn",
      (.message("say", #"{"siteId": "kitchen", "text": "One."}"#), ["say One."]), (.connection(true), []), (.waits, []),
      (.message("say", #"{"siteId": "kitchen", "text": "Two."}"#), ["say Two. meanwhile"])),
    Row(
      "the microphone is muted until each reason is taken back",
      (.message("toggleOff", #"{"siteId": "kitchen", "reason": "film"}"#), ["mute true"]),
      (.message("toggleOff", #"{"siteId": "kitchen", "reason": "call"}"#), []),
      (.message("toggleOn", #"{"siteId": "kitchen", "reason": "film"}"#), []),
      (.message("toggleOn", #"{"siteId": "kitchen", "reason": "call"}"#), ["mute false"])),
    Row(
      "after the owner has taken back all mutes, a skill mutes again, and former reasons do not keep it muted",
      (.message("toggleOff", #"{"siteId": "kitchen", "reason": "film"}"#), ["mute true"]), (.unmutedForAll, []),
      (.message("toggleOff", #"{"siteId": "kitchen", "reason": "film"}"#), ["mute true"]), (.unmutedForAll, []),
      (.message("toggleOff", #"{"siteId": "kitchen", "reason": "call"}"#), ["mute true"]),
      (.message("toggleOn", #"{"siteId": "kitchen", "reason": "call"}"#), ["mute false"])),
    Row(
      "a skill can only enable an intent that a skill has disabled",
      (.message("configure", #"{"siteId": "kitchen", "intents": [{"intentId": "Heat", "enable": true}]}"#), []),
      (.message("configure", #"{"siteId": "kitchen", "intents": [{"intentId": "Heat", "enable": false}]}"#), ["disable Heat"]),
      (.message("configure", #"{"siteId": "kitchen", "intents": [{"intentId": "Heat", "enable": true}]}"#), ["disable "])),
    Row(
      "push to talk by another program listens, and hangs up",
      (.message("startListening", #"{"siteId": "kitchen", "sessionId": "theirs"}"#), ["listen"]),
      (.message("stopListening", #"{"siteId": "kitchen", "sessionId": "theirs"}"#), ["hangUp"]),
      (.message("startListening", #"{"siteId": "kitchen", "sessionId": "vocative-1"}"#), [])),
  ]

  @Test("Each event has its effects", arguments: rows)
  func effects(row: Row) throws {
    var dialogue = HermesDialogue(site: "kitchen")
    for (index, (step, expected)) in row.steps.enumerated() {
      #expect(try Self.receive(step, &dialogue) == expected, "step \(index + 1): \(step)")
    }
  }

  @Test("A skill answers the waiting request of its own session only, and before the loop waits for it as well")
  func answers() throws {
    var dialogue = HermesDialogue(site: "kitchen")
    for (step, expected) in Self.called { #expect(try Self.receive(step, &dialogue) == expected) }
    #expect(try Self.receive(.begun, &dialogue) == ["intent Heat"])
    let session = try #require(dialogue.session?.id)
    func end(_ id: String, _ text: String) -> Step {
      .message("endSession", #"{"sessionId": "\#(id)", "text": "\#(text)"}"#)
    }
    #expect(try Self.receive(end("another", "No."), &dialogue).isEmpty)
    #expect(try Self.receive(end(session, "It is warm."), &dialogue).isEmpty, "the loop does not wait yet")
    #expect(try Self.receive(.waits, &dialogue) == ["answer ended It is warm."])
    #expect(try Self.receive(.completed, &dialogue).isEmpty)
    // No request waits any more, so the end of the session ends the conversation.
    #expect(try Self.receive(end(session, "Bye."), &dialogue) == ["hangUp Bye."])

    #expect(try Self.receive(.begun, &dialogue) == ["intent Heat"])
    #expect(try Self.receive(.waits, &dialogue).isEmpty)
    let more = Step.message("continueSession", #"{"sessionId": "\#(session)", "text": "How warm?"}"#)
    #expect(try Self.receive(more, &dialogue) == ["answer continued How warm?"])
    #expect(try Self.receive(.completed, &dialogue).isEmpty)
    #expect(try Self.receive(.state(.idle), &dialogue) == ["ended nominal"])
  }

  @Test("A skill can continue the session of a request from elsewhere, which ends with the next request or call")
  func continuedElsewhere() throws {
    var dialogue = HermesDialogue(site: "kitchen")
    #expect(try Self.receive(.connection(true), &dialogue).isEmpty)
    func ask() throws {
      #expect(try Self.receive(.waits, &dialogue).isEmpty)
      let session = try #require(dialogue.session?.id)
      let question = Step.message("continueSession", #"{"sessionId": "\#(session)", "text": "How warm?"}"#)
      #expect(try Self.receive(question, &dialogue) == ["answer continued How warm?"])
      #expect(try Self.receive(.completed, &dialogue).isEmpty)
    }
    #expect(try Self.receive(.begun, &dialogue) == ["started", "intent Heat"])
    try ask()
    #expect(try Self.receive(.begun, &dialogue) == ["intent Heat"])
    #expect(try Self.receive(.completed, &dialogue) == ["ended nominal"])
    #expect(try Self.receive(.begun, &dialogue) == ["started", "intent Heat"])
    try ask()
    #expect(try Self.receive(.spotted("hey assistant"), &dialogue) == ["ended nominal", "detected hey_assistant", "started"])
  }

  @Test("While a request waits for a skill, one of another conversation is not told to skills, and does not get the answer")
  func otherConversation() throws {
    var dialogue = HermesDialogue(site: "kitchen")
    for (step, expected) in Self.called { #expect(try Self.receive(step, &dialogue) == expected) }
    #expect(try Self.receive(.begun, &dialogue) == ["intent Heat"])
    #expect(try Self.receive(.waits, &dialogue).isEmpty)
    #expect(try Self.receive(.elsewhere(.begun), &dialogue).isEmpty)
    #expect(try Self.receive(.elsewhere(.waits), &dialogue) == ["answer unreachable"])
    #expect(try Self.receive(.elsewhere(.completed), &dialogue).isEmpty)
    let session = try #require(dialogue.session?.id)
    let end = Step.message("endSession", #"{"sessionId": "\#(session)", "text": "It is warm."}"#)
    #expect(try Self.receive(end, &dialogue) == ["answer ended It is warm."])
    #expect(try Self.receive(.completed, &dialogue).isEmpty)
    #expect(try Self.receive(.state(.idle), &dialogue) == ["ended nominal"])
    #expect(try Self.receive(.elsewhere(.begun), &dialogue) == ["started", "intent Heat"])
  }

  @Test("A request from elsewhere gets its answer although the loop hears other sounds and ends a turn meanwhile")
  func turnMeanwhile() throws {
    var dialogue = HermesDialogue(site: "kitchen")
    #expect(try Self.receive(.connection(true), &dialogue).isEmpty)
    #expect(try Self.receive(.elsewhere(.begun), &dialogue) == ["started", "intent Heat"])
    #expect(try Self.receive(.elsewhere(.waits), &dialogue).isEmpty)
    for step in [
      Step.state(.answering), .rejected("warm", dialog: nil), .rejected("warm"), .responded(.failure), .state(.idle),
    ] {
      #expect(try Self.receive(step, &dialogue).isEmpty)
    }
    #expect(try Self.receive(.rejects, &dialogue) == ["answer unreachable"])
    let session = try #require(dialogue.session?.id)
    let end = Step.message("endSession", #"{"sessionId": "\#(session)", "text": "It is warm."}"#)
    #expect(try Self.receive(end, &dialogue) == ["answer ended It is warm."])
    #expect(try Self.receive(.elsewhere(.completed), &dialogue) == ["ended nominal"])
  }

  @Test("A skill that does not answer a rejection from elsewhere is told of the next request")
  func unansweredRejection() throws {
    var dialogue = HermesDialogue(site: "kitchen")
    #expect(try Self.receive(.connection(true), &dialogue).isEmpty)
    #expect(try Self.receive(.elsewhere(.begun), &dialogue) == ["started", "intent Heat"])
    #expect(try Self.receive(.elsewhere(.waits), &dialogue).isEmpty)
    let session = try #require(dialogue.session?.id)
    let next = Step.message(
      "continueSession", #"{"sessionId": "\#(session)", "text": "Which room?", "sendIntentNotRecognized": true}"#)
    #expect(try Self.receive(next, &dialogue).count == 1)
    #expect(try Self.receive(.elsewhere(.completed), &dialogue).isEmpty)
    #expect(try Self.receive(.elsewhere(.rejects), &dialogue) == ["notRecognized warm", "sessionNotRecognized warm"])
    #expect(try Self.receive(.elsewhere(.rejectionOver), &dialogue).isEmpty)
    #expect(try Self.receive(.begun, &dialogue) == ["intent Heat"])
    #expect(try Self.receive(.waits, &dialogue).isEmpty)
  }

  @Test(
    "A skill that ends its session while the box listens is heard, and the session ends as intended",
    arguments: ["Never mind.", nil])
  func endOfQuestion(text: String?) throws {
    var dialogue = HermesDialogue(site: "kitchen")
    let start = Step.message("startSession", #"{"siteId": "kitchen", "init": {"type": "action", "text": "Which room?"}}"#)
    #expect(try Self.receive(start, &dialogue) == ["open Which room? expecting"])
    #expect(try Self.receive(.opened, &dialogue) == ["started"])
    #expect(try Self.receive(.state(.awake), &dialogue) == ["startListening"])
    let session = try #require(dialogue.session?.id)
    let words = text.map { #", "text": "\#($0)""# } ?? ""
    let end = Step.message("endSession", #"{"sessionId": "\#(session)"\#(words)}"#)
    #expect(try Self.receive(end, &dialogue) == [text.map { "hangUp \($0)" } ?? "hangUp"])
    #expect(try Self.receive(.state(.answering), &dialogue) == ["stopListening"])
    #expect(try Self.receive(.state(.idle), &dialogue) == ["ended nominal"])
  }

  @Test("A skill that continues its session while the box listens is heard, and the box listens again")
  func anotherQuestion() throws {
    var dialogue = HermesDialogue(site: "kitchen")
    let start = Step.message("startSession", #"{"siteId": "kitchen", "init": {"type": "action", "text": "Which room?"}}"#)
    #expect(try Self.receive(start, &dialogue) == ["open Which room? expecting"])
    #expect(try Self.receive(.opened, &dialogue) == ["started"])
    let session = try #require(dialogue.session?.id)
    let next = Step.message("continueSession", #"{"sessionId": "\#(session)", "text": "Upstairs?"}"#)
    #expect(try Self.receive(next, &dialogue).isEmpty, "the box does not listen yet")
    #expect(try Self.receive(.state(.awake), &dialogue) == ["startListening"])
    #expect(try Self.receive(next, &dialogue) == ["ask Upstairs?"])
    #expect(try Self.receive(.state(.answering), &dialogue) == ["stopListening"])
    #expect(try Self.receive(.state(.awake), &dialogue) == ["startListening"])
    #expect(try Self.receive(.state(.idle), &dialogue) == ["stopListening", "ended timeout"])
  }

  @Test("A skill that asks for rejections answers them, and the loop's own answer is not reported again")
  func rejections() throws {
    var dialogue = HermesDialogue(site: "kitchen")
    _ = dialogue.connectionChanged(true)
    let start = Step.message(
      "startSession", #"{"siteId": "kitchen", "init": {"type": "action", "sendIntentNotRecognized": true}}"#)
    #expect(try Self.receive(start, &dialogue) == ["open - expecting"])
    #expect(try Self.receive(.opened, &dialogue) == ["started"])
    let (_, reply) = AsyncStream.makeStream(of: DelegatedAnswer.self)
    let effects = dialogue.wait(
      for: DelegatedRejection(text: "warm", session: "1", timeLimit: .seconds(1)), reply)
    #expect(effects.map(Self.line) == ["notRecognized warm", "sessionNotRecognized warm"])
    #expect(try Self.receive(.rejected("warm"), &dialogue).isEmpty)
    #expect(try Self.receive(.rejected("warm"), &dialogue) == ["notRecognized warm", "sessionNotRecognized warm"])
  }

  @Test("At most 16 requested sessions wait")
  func waitingSessions() throws {
    var dialogue = HermesDialogue(site: "kitchen")
    let start = Step.message("startSession", #"{"siteId": "kitchen", "init": {"type": "notification", "text": "Dinner."}}"#)
    for _ in 0..<16 { #expect(try Self.receive(start, &dialogue) == ["open Dinner."]) }
    #expect(try Self.receive(start, &dialogue) == ["ended error"])
  }

  // MARK: Steps and effects as text

  private static let topics = [
    "startSession": HermesTopic.startSession, "continueSession": HermesTopic.continueSession,
    "endSession": HermesTopic.endSession, "configure": HermesTopic.configure, "toggleOn": HermesTopic.toggleOn,
    "toggleOff": HermesTopic.toggleOff, "startListening": HermesTopic.startListening,
    "stopListening": HermesTopic.stopListening, "say": HermesTopic.say,
  ]

  private static func receive(
    _ step: Step, _ dialogue: inout HermesDialogue, in conversation: String = "1"
  ) throws -> [String] {
    func event(_ kind: TurnEvent.Kind, isPrivate: Bool = false) -> [HermesEffect] {
      dialogue.receive(TurnEvent(time: 0, kind: kind, isPrivate: isPrivate))
    }
    let effects: [HermesEffect]
    switch step {
    case .spotted(let phrase, let isPrivate):
      effects = event(.spotted(phrase: phrase, start: 0, end: 1, score: 5), isPrivate: isPrivate)
    case .understood(let text, let isPrivate):
      effects = event(.understood(text: text, intent: "Heat", slots: [:], confidence: 1), isPrivate: isPrivate)
    case .rejected(let best, let dialog, let reason):
      effects = event(.rejected(reason: reason.rawValue, best: best, dialog: dialog))
    case .responded(let code, let intent):
      effects = event(.responded(intent: intent, code: code, dialog: "Done.", card: nil))
    case .state(let state): effects = dialogue.receive(state)
    case .connection(let isConnected): effects = dialogue.connectionChanged(isConnected)
    case .begun: effects = dialogue.begun(dispatch(in: conversation))
    case .completed: effects = dialogue.completed(dispatch(in: conversation))
    case .unmutedForAll:
      dialogue.unmutedForAll()
      effects = []
    case .waits:
      let request = DelegatedRequest(
        intent: "Heat", title: "Heat", values: [:], source: .voice, session: conversation, timeLimit: .seconds(1))
      effects = dialogue.wait(for: request, AsyncStream.makeStream(of: DelegatedAnswer.self).continuation)
    case .rejects:
      let rejection = DelegatedRejection(text: "warm", session: conversation, timeLimit: .seconds(1))
      effects = dialogue.wait(for: rejection, AsyncStream.makeStream(of: DelegatedAnswer.self).continuation)
    case .rejectionOver:
      dialogue.rejectionOver(in: conversation)
      effects = []
    case .elsewhere(let step): return try receive(step, &dialogue, in: "2")
    case .message(let name, let json, let isBusy):
      let topic = try #require(topics[name])
      let request = try #require(try HermesRequest(topic: topic, payload: Data(json.utf8)))
      effects = dialogue.receive(request, isBusy: isBusy)
    case .opened: effects = dialogue.waitingSessions.first.map { dialogue.opened($0) } ?? []
    case .failed: effects = dialogue.waitingSessions.first.map { dialogue.failed($0, .error) } ?? []
    }
    return effects.map(line)
  }

  private static func dispatch(in conversation: String) -> Dispatch {
    Dispatch(
      assistant: "home", intent: "Heat", title: "Heat", values: [:], topic: "home.Heat", source: .voice, session: conversation,
      date: Date(timeIntervalSince1970: 0))
  }

  private static func line(_ effect: HermesEffect) -> String {
    switch effect {
    case .publish(let message): line(message)
    case .tellIntent(let dispatch, _): "intent \(dispatch.intent)"
    case .open(_, let text, let followUp): "open \(text ?? "-")\(followUp == nil ? "" : " expecting")"
    case .say(let message, let isMeanwhile): "say \(message.text)\(isMeanwhile ? " meanwhile" : "")"
    case .listen: "listen"
    case .hangUp(let text): "hangUp\(text.map { " \($0)" } ?? "")"
    case .ask(let text, _): "ask \(text ?? "-")"
    case .disable(let intents): "disable \(intents.sorted().joined(separator: ","))"
    case .refuse(let reason): "refuse \(reason)"
    case .mute(let isOn): "mute \(isOn)"
    case .recognize(let query): "recognize \(query.input)"
    case .answer(_, let answer):
      switch answer {
      case .ended(let dialog): "answer ended \(dialog ?? "-")"
      case .continued(let dialog, _): "answer continued \(dialog ?? "-")"
      case .unanswered: "answer unanswered"
      case .unreachable: "answer unreachable"
      }
    }
  }

  private static func line(_ message: any HermesMessage) -> String {
    switch message {
    case let message as Hermes.HotwordDetected: "detected \(message.wakewordID)"
    case is Hermes.SessionStarted: "started"
    case is Hermes.SessionQueued: "queued"
    case let message as Hermes.SessionEnded: "ended \(message.termination.reason)"
    case is Hermes.StartListening: "startListening"
    case is Hermes.StopListening: "stopListening"
    case let message as Hermes.TextCaptured: "captured \(message.text)"
    case let message as Hermes.IntentNotRecognized: "notRecognized \(message.input)"
    case let message as Hermes.SessionIntentNotRecognized: "sessionNotRecognized \(message.input)"
    default: "\(message)"
    }
  }
}
