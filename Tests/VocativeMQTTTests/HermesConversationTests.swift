import AssistantTestSupport
import BrokerTestSupport
import Logging
import Testing
import Vocative
import VocativeTestSupport

@Suite(
  "Control of conversations by Hermes skills", .tags(.long),
  .enabled(if: Skill.isInstalled, Comment(rawValue: Skill.reason)),
  .enabled(if: MosquittoBroker.isInstalled, Comment(rawValue: MosquittoBroker.reason)), .timeLimit(.minutes(15)))
struct HermesConversationTests {
  private static let intents = """
    wake: [hey assistant]
    intents:
      Goal:
        phrases: ["{goals:goal} goal"]
        handler: { hermes: true, timeout: 60 }
      Safe:
        phrases: [safe to spend]
        handler: { hermes: true, timeout: 60 }
    lists:
      goals: [vacation]
    """
  private static let goal = "money/slt-breath-vacation-goal.wav"
  private static let safe = "money/awb-breath-safe-to-spend-loud.flac"
  private static let goalWithoutWakePhrase = "refused/slt-no-wake-phrase-vacation-goal.flac"
  private static let nonsense = "dictation/rms-ten-minutes-late.flac"

  private func say(_ recordings: [String], to box: Box) async throws {
    let silence = [Int16](repeating: 0, count: 16_000)
    let samples = try recordings.flatMap { try RawRecording.samples(of: $0) + silence } + silence
    try await box.loop.run(SampleSource(samples))
  }

  /// Lets a skill disable or enable an intent, and waits until the box has applied it.
  private func configure(_ skill: Skill, _ intent: String, isOn: Bool) async throws {
    try skill.publish(
      "hermes/dialogueManager/configure",
      "{\"siteId\": \"kitchen\", \"intents\": [{\"intentId\": \"\(intent)\", \"enable\": \(isOn)}]}")
    try skill.publish("hermes/nlu/query", #"{"input": "safe to spend", "siteId": "kitchen"}"#)
    _ = await skill.next("hermes/nlu/intentParsed")
  }

  @Test("A disabled intent is not understood by voice unless a session expects it by name, until it is enabled again")
  func configuration() async throws {
    let broker = try await MosquittoBroker()
    let script = """
      {"hermes/intent/Safe": [{"topic": "hermes/dialogueManager/continueSession",
         "payload": {"sessionId": "$sessionId", "text": "Which one?", "intentFilter": ["Goal"]}}],
       "hermes/intent/Goal": [{"topic": "hermes/dialogueManager/endSession",
         "payload": {"sessionId": "$sessionId", "text": "Done."}}]}
      """
    let skill = try await Skill(port: broker.port, script: script)
    let box = try await Box(room: "kitchen", port: broker.port, intents: Self.intents)
    _ = await skill.find("vocative/kitchen/availability") { $0.text == "online" }

    try await configure(skill, "Goal", isOn: false)
    try await say([Self.goal], to: box)
    #expect(box.said == ["I didn't catch that."])
    // Disabling an intent affects only speech.
    _ = try await box.loop.trigger("vacation goal")
    #expect(box.said.last == "Done.")
    try await say([Self.safe, Self.goalWithoutWakePhrase], to: box)
    #expect(box.said.dropFirst(2) == ["Which one?", "Done."])

    try await configure(skill, "Goal", isOn: true)
    try await say([Self.goal], to: box)
    #expect(box.said.dropFirst(4) == ["Done."])
  }

  @Test("The log names the intents that skills have disabled, without private ones, which stay enabled")
  func disabledPrivateIntent() async throws {
    let broker = try await MosquittoBroker()
    let skill = try await Skill(port: broker.port)
    let log = RecordedLog(from: .notice)
    let box = try await Box(
      room: "kitchen", port: broker.port,
      intents: """
        wake: [hey assistant]
        intents:
          Safe: { phrases: [safe to spend], response: Safe. }
          Tell: { phrases: [tell me], response: Told. }
          Secret: { phrases: [open the safe], authentication: required, response: It is open. }
        """,
      logger: log.logger)
    _ = await skill.find("vocative/kitchen/availability") { $0.text == "online" }
    for intent in ["Secret", "Tell"] { try await configure(skill, intent, isOn: false) }
    let messages = log.messages.filter { $0.contains("disabled") }
    #expect(messages == ["notice: intents disabled by skills: none", "notice: intents disabled by skills: Tell"])
    #expect(box.said.isEmpty)
  }

  @Test("If an intent is disabled, another intent with the same words is understood")
  func sharedWords() async throws {
    let broker = try await MosquittoBroker()
    let skill = try await Skill(port: broker.port)
    let intents = """
      wake: [hey assistant]
      ambiguity: first
      intents:
        First:
          phrases: ["{goals:goal} goal"]
          response: The first.
        Second:
          phrases: ["{goals:goal} goal", "safe to spend"]
          response: The second.
      lists:
        goals: [vacation]
      """
    let box = try await Box(room: "kitchen", port: broker.port, intents: intents)
    _ = await skill.find("vocative/kitchen/availability") { $0.text == "online" }
    try await say([Self.goal], to: box)
    for intent in ["Nowhere", "First"] { try await configure(skill, intent, isOn: false) }
    try await say([Self.goal], to: box)
    try await configure(skill, "Second", isOn: false)
    try await say([Self.goal], to: box)
    #expect(box.said == ["The first.", "The second.", "I didn't catch that."])
  }

  @Test("Up to sixteen sessions wait in a queue, and a further one is refused")
  func openings() async throws {
    let broker = try await MosquittoBroker()
    let skill = try await Skill(port: broker.port)
    let box = try await Box(
      room: "kitchen", port: broker.port,
      intents: "wake: [hey assistant]\nintents:\n  Wait:\n    phrases: [wait]\n    handler: { hermes: true, timeout: 300 }\n")
    _ = await skill.find("vocative/kitchen/availability") { $0.text == "online" }
    async let turn = box.loop.trigger("wait")
    let session = try #require(await skill.next("hermes/intent/Wait")?.text("sessionId"))
    for number in 1...17 {
      try skill.publish(
        "hermes/dialogueManager/startSession",
        "{\"init\": {\"type\": \"notification\", \"text\": \"Number \(number).\"}, \"siteId\": \"kitchen\"}")
    }
    let refused = await skill.next("hermes/dialogueManager/sessionEnded")
    #expect(refused?.text("termination.reason") == "error")
    #expect(skill.told.filter { $0.topic == "hermes/dialogueManager/sessionQueued" }.count == 16)
    try skill.publish("hermes/dialogueManager/endSession", "{\"sessionId\": \"\(session)\", \"text\": \"Done.\"}")
    _ = try await turn
    // The first one belongs to the request.
    for _ in 0...16 { _ = await skill.next("hermes/dialogueManager/sessionEnded") }
    #expect(box.said.first == "Done.")
    #expect(Set(box.said.dropFirst()) == Set((1...16).map { "Number \($0)." }))
  }

  private static let asks = """
    "hermes/intent/Goal": [{"topic": "hermes/dialogueManager/continueSession",
      "payload": {"sessionId": "$sessionId", "text": "Which one?", "intentFilter": ["Safe"], "sendIntentNotRecognized": true}}]
    """

  @Test("A skill that handles rejections can continue or end the session")
  func rejection() async throws {
    let broker = try await MosquittoBroker()
    let script = """
      {\(Self.asks), "hermes/dialogueManager/intentNotRecognized": [
        [{"topic": "hermes/dialogueManager/continueSession",
          "payload": {"sessionId": "$sessionId", "text": "Once more?", "sendIntentNotRecognized": true, "customData": "second"}}],
        [{"topic": "hermes/dialogueManager/endSession", "payload": {"sessionId": "$sessionId", "text": "Never mind."}}]]}
      """
    let skill = try await Skill(port: broker.port, script: script)
    let box = try await Box(room: "kitchen", port: broker.port, intents: Self.intents)
    _ = await skill.find("vocative/kitchen/availability") { $0.text == "online" }
    try await say([Self.goal, Self.nonsense, Self.nonsense], to: box)
    #expect(box.said == ["Which one?", "Once more?", "Never mind."])
    let ended = await skill.find("hermes/dialogueManager/sessionEnded")
    #expect(ended?.text("termination.reason") == "nominal")
    let told = skill.told.filter { $0.topic == "hermes/dialogueManager/intentNotRecognized" }
    #expect(told.map { $0.text("customData") } == [nil, "second"])
    #expect(skill.told.filter { $0.topic == "hermes/nlu/intentNotRecognized" }.count == 2)
    #expect(Set((told + [ended].compactMap { $0 }).map { $0.text("sessionId") }).count == 1)
  }

  @Test("A session ends if the skill that handles rejections does not answer")
  func silence() async throws {
    let broker = try await MosquittoBroker()
    let skill = try await Skill(port: broker.port, script: "{\(Self.asks)}")
    let box = try await Box(room: "kitchen", port: broker.port, intents: Self.intents, handlerLimit: .seconds(1))
    _ = await skill.find("vocative/kitchen/availability") { $0.text == "online" }
    try await say([Self.goal, Self.nonsense], to: box)
    #expect(box.said == ["Which one?", "I didn't catch that."])
    let ended = await skill.find("hermes/dialogueManager/sessionEnded")
    #expect(ended?.text("termination.reason") == "timeout")
  }

  @Test("A skill can't continue a session forever")
  func endless() async throws {
    let broker = try await MosquittoBroker()
    let script = """
      {\(Self.asks), "hermes/dialogueManager/intentNotRecognized": [{"topic": "hermes/dialogueManager/continueSession",
        "payload": {"sessionId": "$sessionId", "text": "Once more?", "sendIntentNotRecognized": true}}]}
      """
    let skill = try await Skill(port: broker.port, script: script)
    let box = try await Box(room: "kitchen", port: broker.port, intents: Self.intents)
    _ = await skill.find("vocative/kitchen/availability") { $0.text == "online" }
    try await say([Self.goal] + Array(repeating: Self.nonsense, count: 6), to: box)
    #expect(box.said == ["Which one?", "Once more?", "Once more?", "Once more?", "I didn't catch that."])
    let ended = await skill.find("hermes/dialogueManager/sessionEnded")
    #expect(ended?.text("termination.reason") == "intentNotRecognized")
  }
}
