import AssistantTestSupport
import BrokerTestSupport
import Foundation
import Testing
import Vocative
import VocativeTestSupport

@Suite(
  "A Rhasspy skill with paho-mqtt and Mosquitto", .tags(.long), .enabled(if: Skill.isInstalled, Comment(rawValue: Skill.reason)),
  .enabled(if: MosquittoBroker.isInstalled, Comment(rawValue: MosquittoBroker.reason)), .timeLimit(.minutes(15)))
struct HermesSkillTests {
  /// A broker, a scripted skill, and a connected box.
  private final class House {
    let broker: MosquittoBroker
    let skill: Skill
    let box: Box

    init(_ script: String = "{}", room: String = "kitchen", intents: String = Box.intents) async throws {
      broker = try await MosquittoBroker()
      skill = try await Skill(port: broker.port, script: script)
      box = try await Box(room: room, port: broker.port, intents: intents)
      _ = await skill.find("vocative/kitchen/availability") { $0.text == "online" }
    }
  }

  private static let ends = """
    {"hermes/intent/ChangeLight": [{"topic": "hermes/dialogueManager/endSession",
      "payload": {"sessionId": "$sessionId", "text": "The lamp is off.", "futureField": 1}}]}
    """

  @Test("A skill receives a request with its slots, and its answer is spoken")
  func request() async throws {
    let house = try await House(Self.ends)
    _ = try await house.box.loop.trigger("set the lamp in the bedroom to twenty percent")
    #expect(house.box.said == ["The lamp is off."])
    let intent = try #require(await house.skill.next("hermes/intent/ChangeLight"))
    #expect(intent.text("input") == "set the lamp in the bedroom to twenty percent")
    #expect(intent.text("intent.intentName") == "ChangeLight")
    #expect(intent.number("intent.confidenceScore") == 1)
    #expect(intent.text("siteId") == "kitchen")
    #expect(intent.text("slots.0.slotName") == "name")
    #expect(intent.text("slots.0.entity") == "lights")
    #expect(intent.text("slots.0.value.value") == "light.bedroom")
    #expect(intent.text("slots.0.rawValue") == "lamp in the bedroom")
    #expect(intent.number("slots.0.range.start") == 8)
    #expect(intent.number("slots.0.range.end") == 27)
    #expect(intent.number("slots.1.value.value") == 20)
    #expect(intent.text("slots.1.value.kind") == "Number")
    #expect(intent.text("slots.1.rawValue") == "twenty")
    let ended = try #require(await house.skill.next("hermes/dialogueManager/sessionEnded"))
    #expect(ended.text("sessionId") == intent.text("sessionId"))
    #expect(ended.text("termination.reason") == "nominal")
  }

  @Test(
    "A number with decimals reaches a skill as a number, even if it is whole",
    arguments: [("twenty one and a half", 21.5), ("twenty", 20)])
  func decimals(words: String, number: Double) async throws {
    let intents = """
      wake: [hey assistant]
      intents:
        Heat:
          phrases: ["set the heating to {degrees} degrees"]
          parameters: { degrees: { type: number, range: [5, 30], step: 0.5 } }
          response: Done.
      """
    let house = try await House(intents: intents)
    _ = try await house.box.loop.trigger("set the heating to \(words) degrees")
    let intent = try #require(await house.skill.next("hermes/intent/Heat"))
    #expect(intent.number("slots.0.value.value") == number)
    #expect(intent.text("slots.0.value.kind") == "Number")
    #expect(intent.text("slots.0.rawValue") == words)
  }

  @Test(
    "A spoken request publishes Rhasspy's messages in order, and an answer to a skill's question needs no wake phrase")
  func spoken() async throws {
    let intents = """
      wake: [hey assistant]
      intents:
        Goal:
          phrases: ["{goal} goal"]
          handler: { hermes: true, timeout: 60 }
      lists:
        goals: [vacation]
      """.replacing("{goal}", with: "{goals:goal}")
    let house = try await House(
      """
      {"hermes/intent/Goal": [
        [{"topic": "hermes/dialogueManager/continueSession",
          "payload": {"sessionId": "$sessionId", "text": "Which one?", "intentFilter": ["Goal"], "customData": "second"}}],
        [{"topic": "hermes/dialogueManager/endSession", "payload": {"sessionId": "$sessionId", "text": "Done."}}]]}
      """, intents: intents)
    let silence = [Int16](repeating: 0, count: 16_000)
    let samples =
      try RawRecording.samples(of: "money/slt-breath-vacation-goal.wav") + silence
      + RawRecording.samples(of: "refused/slt-no-wake-phrase-vacation-goal.flac") + silence + silence
    try await house.box.loop.run(SampleSource(samples))
    #expect(house.box.said == ["Which one?", "Done."])
    _ = await house.skill.next("hermes/dialogueManager/sessionEnded")
    let hermes = house.skill.told.filter { $0.topic.hasPrefix("hermes/") }
    #expect(
      hermes.map(\.topic) == [
        "hermes/hotword/hey_assistant/detected", "hermes/dialogueManager/sessionStarted", "hermes/asr/startListening",
        "hermes/asr/stopListening", "hermes/asr/textCaptured", "hermes/intent/Goal", "hermes/dialogueManager/continueSession",
        "hermes/asr/startListening", "hermes/asr/stopListening", "hermes/asr/textCaptured", "hermes/intent/Goal",
        "hermes/dialogueManager/endSession", "hermes/dialogueManager/sessionEnded",
      ])
    #expect(Set(hermes.compactMap { $0.text("sessionId") }).count == 1)
    #expect(hermes.filter { $0.topic == "hermes/intent/Goal" }.map { $0.text("customData") } == [nil, "second"])
    #expect(hermes.first { $0.topic == "hermes/asr/textCaptured" }?.text("wakewordId") == "hey_assistant")
  }

  @Test("If a skill does not answer, Vocative says so and ends the conversation")
  func silentSkill() async throws {
    let house = try await House()
    _ = try await house.box.loop.trigger("nobody is home")
    #expect(house.box.said == ["I didn't get an answer."])
    let ended = await house.skill.next("hermes/dialogueManager/sessionEnded")
    #expect(ended?.text("termination.reason") == "timeout")
  }

  @Test("A session that a skill ends without a text is silent, and late or misdirected answers are ignored")
  func wordless() async throws {
    let house = try await House(
      """
      {"hermes/intent/Confirm": [
        {"topic": "hermes/dialogueManager/endSession", "payload": {"sessionId": "another", "text": "Wrong."}},
        {"topic": "hermes/dialogueManager/endSession", "payload": {"sessionId": "$sessionId"}},
        {"topic": "hermes/dialogueManager/endSession", "payload": {"sessionId": "$sessionId", "text": "Late."}}]}
      """)
    _ = try await house.box.loop.trigger("yes please")
    _ = try await house.box.loop.trigger("tell me")
    #expect(house.box.said == ["I told you."])
    // The box also publishes requests that it answers itself.
    #expect(await house.skill.next("hermes/intent/Tell")?.text("input") == "tell me")
    #expect(await house.skill.next("hermes/dialogueManager/sessionEnded")?.text("termination.reason") == "nominal")
  }

  @Test("An intents file that delegates a private intent to a skill is rejected")
  func privateDelegation() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "wake: [hey assistant]\nintents:\n  Safe:\n    phrases: [open the safe]\n    authentication: required\n    handler: hermes\n",
      to: "safe.intents.yaml")
    let error = #expect(throws: IntentsFileError.self) { try IntentsFile.load(path: file) }
    #expect(error?.description.contains("every client of the broker") == true, "\(error.debugDescription)")
  }

  @Test("A skill receives nothing private")
  func secret() async throws {
    let house = try await House()
    _ = try await house.box.loop.trigger("open the safe")
    _ = try await house.box.loop.trigger("tell me")
    _ = await house.skill.next("hermes/intent/Tell")
    #expect(house.box.said.count == 2)
    #expect(!house.skill.told.contains { $0.json.contains("safe") || $0.json.contains("Secret") })
  }

  @Test("A skill can start a notification in the box's room, but no question while the box does not listen")
  func startSession() async throws {
    let house = try await House()
    let start = "hermes/dialogueManager/startSession"
    try house.skill.publish(
      start, #"{"init": {"type": "notification", "text": "Dinner."}, "siteId": "kitchen", "customData": {"a": [1]}}"#)
    let started = try #require(await house.skill.next("hermes/dialogueManager/sessionStarted"))
    #expect(started.number("customData.a.0") == 1)
    let ended = try #require(await house.skill.next("hermes/dialogueManager/sessionEnded"))
    #expect(ended.text("sessionId") == started.text("sessionId"))
    #expect(ended.text("termination.reason") == "nominal")
    #expect(house.box.said == ["Dinner."])
    // Sessions of other rooms are ignored, and a session without a site belongs to the site "default".
    try house.skill.publish(start, #"{"init": {"type": "notification", "text": "Other."}, "siteId": "attic"}"#)
    try house.skill.publish(start, #"{"init": {"type": "notification", "text": "Default."}}"#)
    // The box does not listen, so it cannot wait for an answer.
    try house.skill.publish(start, #"{"init": {"type": "action", "text": "Well?"}, "siteId": "kitchen"}"#)
    #expect(await house.skill.next("hermes/dialogueManager/sessionEnded")?.text("termination.reason") == "error")
    #expect(house.box.said == ["Dinner."])
  }

  @Test("A skill can make a box ask a question without a wake phrase, and later sessions are queued or refused")
  func action() async throws {
    let intents = """
      wake: [hey assistant]
      intents:
        Goal:
          phrases: ["{goals:goal} goal"]
          handler: { hermes: true, timeout: 60 }
      lists:
        goals: [vacation]
      """
    let house = try await House(
      """
      {"hermes/intent/Goal": [{"topic": "hermes/dialogueManager/endSession",
        "payload": {"sessionId": "$sessionId", "text": "Fine."}}]}
      """, intents: intents)
    let silence = [Int16](repeating: 0, count: 8000)
    let samples = try silence + RawRecording.samples(of: "refused/slt-no-wake-phrase-vacation-goal.flac") + silence + silence
    let (source, listening, gate) = Self.paused(samples)
    let loop = house.box.loop
    async let heard: Void = loop.run(source)
    await listening.first { _ in true }
    let start = "hermes/dialogueManager/startSession"
    try house.skill.publish(
      start, #"{"init": {"type": "action", "text": "Which goal?"}, "siteId": "kitchen", "customData": "x"}"#)
    #expect(await house.skill.next("hermes/asr/startListening") != nil)
    try house.skill.publish(start, #"{"init": {"type": "action", "canBeEnqueued": false}, "siteId": "kitchen"}"#)
    #expect(await house.skill.next("hermes/dialogueManager/sessionEnded")?.text("termination.reason") == "error")
    try house.skill.publish(start, #"{"init": {"type": "notification", "text": "Later."}, "siteId": "kitchen"}"#)
    let queued = try #require(await house.skill.next("hermes/dialogueManager/sessionQueued"))
    gate.signal()
    #expect(await house.skill.next("hermes/intent/Goal")?.text("customData") == "x")
    #expect(await house.skill.next("hermes/dialogueManager/sessionEnded")?.text("termination.reason") == "nominal")
    #expect(
      await house.skill.next("hermes/dialogueManager/sessionEnded")?.text("sessionId") == queued.text("sessionId"))
    try await heard
    #expect(house.box.said == ["Which goal?", "Fine.", "Later."])
  }

  /// Returns a source that waits after half a second, with the moment at which it does so, and the gate that lets it go on.
  private static func paused(
    _ samples: [Int16]
  ) -> (source: SampleSource, listening: AsyncStream<Void>, gate: DispatchSemaphore) {
    let (listening, begin) = AsyncStream.makeStream(of: Void.self)
    let gate = DispatchSemaphore(value: 0)
    let source = SampleSource(samples) { position in
      guard position >= 8000, position < 8000 + AudioFrame.sampleCount else { return }
      begin.yield()
      gate.wait()
    }
    return (source, listening, gate)
  }

  @Test("A skill that ends its question while the box listens is heard, and its session ends as intended")
  func endOfQuestion() async throws {
    try await Self.asked { house, session in
      try house.skill.publish(
        "hermes/dialogueManager/endSession", #"{"sessionId": "\#(session)", "text": "Never mind, I'll ask later."}"#)
      let ended = await house.skill.next("hermes/dialogueManager/sessionEnded")
      #expect(ended?.text("termination.reason") == "nominal")
      #expect(house.box.said == ["Which goal?", "Never mind, I'll ask later."])
    }
  }

  @Test("A skill that continues its question while the box listens is heard, and the box listens again")
  func anotherQuestion() async throws {
    try await Self.asked { house, session in
      try house.skill.publish(
        "hermes/dialogueManager/continueSession", #"{"sessionId": "\#(session)", "text": "The one for vacation?"}"#)
      #expect(await house.skill.next("hermes/asr/startListening")?.text("sessionId") == session)
      #expect(house.box.said == ["Which goal?", "The one for vacation?"])
      try house.skill.publish("hermes/dialogueManager/endSession", #"{"sessionId": "\#(session)"}"#)
      #expect(await house.skill.next("hermes/dialogueManager/sessionEnded")?.text("sessionId") == session)
    }
  }

  /// Does something while the box listens for the answer to a question of a skill.
  private static func asked(_ work: (_ house: House, _ session: String) async throws -> Void) async throws {
    let intents = "wake: [hey assistant]\nintents:\n  Goal:\n    phrases: [vacation goal]\n    handler: hermes\n"
    let house = try await House(intents: intents)
    let (source, listening, gate) = paused([Int16](repeating: 0, count: 16_000))
    let loop = house.box.loop
    async let heard: Void = loop.run(source)
    await listening.first { _ in true }
    try house.skill.publish(
      "hermes/dialogueManager/startSession", #"{"init": {"type": "action", "text": "Which goal?"}, "siteId": "kitchen"}"#)
    let session = await house.skill.next("hermes/asr/startListening")?.text("sessionId") ?? ""
    try await work(house, session)
    gate.signal()
    try await heard
  }

  @Test("A skill can speak texts, query texts, and turn wake phrases off and on")
  func services() async throws {
    let house = try await House()
    try house.skill.publish("hermes/tts/say", #"{"text": "Hello.", "siteId": "kitchen", "id": "7", "lang": "en"}"#)
    #expect(await house.skill.next("hermes/tts/sayFinished")?.text("id") == "7")
    #expect(house.box.said == ["Hello."])

    try house.skill.publish(
      "hermes/nlu/query", #"{"input": "turn the kitchen light on", "siteId": "kitchen", "id": "q", "sessionId": null}"#)
    let parsed = await house.skill.next("hermes/nlu/intentParsed")
    #expect(parsed?.text("id") == "q")
    #expect(parsed?.text("intent.intentName") == "ChangeLight")
    #expect(await house.skill.next("hermes/intent/ChangeLight")?.text("slots.0.value.value") == "light.kitchen")
    for input in ["open the safe", "make me a sandwich"] {
      try house.skill.publish("hermes/nlu/query", "{\"input\": \"\(input)\", \"siteId\": \"kitchen\"}")
      #expect(await house.skill.next("hermes/nlu/intentNotRecognized")?.text("input") == input)
    }

    for reason in ["", "playAudio"] {
      try house.skill.publish("hermes/hotword/toggleOff", "{\"siteId\": \"kitchen\", \"reason\": \"\(reason)\"}")
    }
    #expect(await house.skill.next("vocative/kitchen/mute") { $0.text == "ON" } != nil)
    #expect(!FileManager.default.fileExists(atPath: house.box.muteFile.path), "gone after a restart")
    for reason in ["playAudio", ""] {
      try house.skill.publish("hermes/hotword/toggleOn", "{\"siteId\": \"kitchen\", \"reason\": \"\(reason)\"}")
    }
    #expect(await house.skill.next("vocative/kitchen/mute") { $0.text == "OFF" } != nil)
  }

  @Test("A query with the phrase of a voice shortcut is recognized, unless the shortcut is private")
  func shortcutQueries() async throws {
    let broker = try await MosquittoBroker()
    let skill = try await Skill(port: broker.port, script: "{}")
    let box = try await Box(room: "kitchen", port: broker.port, passphrase: "seven green bottles")
    _ = await skill.find("vocative/kitchen/availability") { $0.text == "online" }
    let unlock = try box.runtime.unlockRequest(with: "seven green bottles")
    let secret = try await box.runtime.freeze("open the safe", unlock: unlock)
    for (phrase, step) in [("beach time", Shortcut(intent: "Tell", values: [:], title: "Tell me")), ("sesame street", secret)] {
      guard case .added = try await box.runtime.shortcuts.add(phrase: phrase, steps: [step]) else {
        Issue.record("\(phrase) was not added")
        return
      }
    }
    try skill.publish("hermes/nlu/query", #"{"input": "sesame street", "siteId": "kitchen"}"#)
    #expect(await skill.next("hermes/nlu/intentNotRecognized")?.text("input") == "sesame street")
    try skill.publish("hermes/nlu/query", #"{"input": "beach time", "siteId": "kitchen"}"#)
    let parsed = await skill.next("hermes/nlu/intentParsed")
    #expect(parsed?.text("input") == "beach time")
    #expect(parsed?.text("intent.intentName") == "VoiceShortcut")
  }

  @Test("Every query of a flood is answered, but only a few are evaluated")
  func queries() async throws {
    // With a long list, an evaluation takes much longer than a message.
    let kinds = ["red", "blue", "green", "white", "black", "brown", "small", "large", "old", "new", "round", "long", "short"]
    let things = ["lamp", "fan", "door", "chair", "table", "clock", "window", "mirror", "shelf", "basket", "bottle", "candle"]
    let names = ["kitchen", "garden", "office"].flatMap { room in
      kinds.flatMap { kind in things.map { "\(kind) \(room) \($0)" } }
    }
    let house = try await House(
      intents: """
        wake: [hey assistant]
        intents:
          Find:
            phrases: ["find the {name}"]
            parameters: { name: { list: things } }
            response: Here it is.
        lists:
          things: [\(names.joined(separator: ", "))]
        """)
    for number in 0..<100 {
      let query = #"{"input": "find the red kitchen lamp", "siteId": "kitchen", "id": "\#(number)"}"#
      try house.skill.publish("hermes/nlu/query", query)
    }
    var (recognized, dropped): (Set<String>, Set<String>) = ([], [])
    while recognized.count + dropped.count < 100,
      let answer = await house.skill.next(where: { $0.topic.hasPrefix("hermes/nlu/intent") })
    {
      let id = answer.text("id") ?? ""
      if answer.topic == "hermes/nlu/intentParsed" { recognized.insert(id) } else { dropped.insert(id) }
    }
    #expect(recognized.union(dropped) == Set((0..<100).map(String.init)))
    #expect(!recognized.isEmpty && !dropped.isEmpty, "\(recognized.count) of 100 were recognized")
  }

  @Test("Arbitrary messages of a skill do no harm")
  func hostile() async throws {
    let house = try await House(Self.ends)
    let deep = String(repeating: "[", count: 20_000)
    for topic in ["dialogueManager/startSession", "dialogueManager/endSession", "tts/say", "nlu/query", "hotword/toggleOff"] {
      for payload in [
        "", "null", "[]", "{}", "{\"siteId\": 7}", deep, "{\"text\": \"\(String(repeating: "a", count: 70_000))\"}",
      ] {
        try house.skill.publish("hermes/" + topic, payload)
      }
    }
    try house.skill.publish("vocative/kitchen/mute/set", "PERHAPS")
    try house.skill.publish("hermes/tts/say", #"{"text": "…", "siteId": "kitchen", "id": "last"}"#)
    #expect(await house.skill.next("hermes/tts/sayFinished")?.text("id") == "last")
    _ = try await house.box.loop.trigger("turn the kitchen light off")
    #expect(house.box.said == ["The lamp is off."])
    #expect(await !house.box.loop.status.muted)
  }
}
