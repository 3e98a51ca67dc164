import Foundation
import HermesProtocol
import JSONValues
import Testing

@Suite("Messages of the Hermes protocol")
struct HermesRequestTests {
  private func request(_ topic: String, _ json: String) throws(HermesError) -> HermesRequest? {
    try HermesRequest(topic: "hermes/" + topic, payload: Array(json.utf8))
  }

  @Test("Messages in Rhasspy's form are read, and unknown fields are ignored")
  func reading() throws {
    let json =
      #"{"sessionId": "s", "text": "Which?", "intentFilter": ["A"], "customData": {"n": 1}, "slot": null, "new": [{}], "lang": 1}"#
    guard case .continueSession(let message) = try request("dialogueManager/continueSession", json) else {
      Issue.record("it is another message")
      return
    }
    #expect((message.sessionId, message.text) == ("s", "Which?"))
    #expect(message.intentFilter == ["A"])
    #expect(message.customData == .object(["n": .integer(1)]))
    #expect(
      try request("dialogueManager/startSession", #"{"init": {"type": "notification", "text": "Hi"}, "siteId": "attic"}"#)
        == .startSession(.init(.init(type: "notification", text: "Hi"), siteId: "attic")))
    guard case .toggleHotword(let toggle) = try request("hotword/toggleOff", #"{"siteId": "a", "reason": "ttsSay"}"#) else {
      Issue.record("it is another message")
      return
    }
    #expect((toggle.isOn, toggle.siteId, toggle.reason) == (false, "a", "ttsSay"))
    let configuration = try request(
      "dialogueManager/configure", #"{"intents": [{"intentId": "A", "enable": false}], "siteId": "a"}"#)
    #expect(configuration == .configure(.init(siteId: "a", intents: [.init(intentId: "A", enable: false)])))
    #expect(try request("tts/say", #"{"text": "Hi"}"#)?.site == "default")
    #expect(try request("dialogueManager/endSession", #"{"sessionId": "s"}"#)?.site == nil)
    #expect(try request("asr/textCaptured", "{}") == nil)
  }

  @Test(
    "Invalid messages are rejected with the reason",
    arguments: [
      ("dialogueManager/endSession", "{}", "it has no \"sessionId\""),
      ("tts/say", "{\"text\": 7}", "its \"text\" has the wrong type"),
      ("dialogueManager/configure", #"{"intents": [{"intentId": "A"}]}"#, "it has no \"enable\""),
      (
        "dialogueManager/configure",
        "{\"intents\": [\(Array(repeating: #"{"intentId":"A","enable":true}"#, count: 1001).joined(separator: ","))]}",
        "it has more than 1000 intents"
      ),
      ("tts/say", "Hello", "it is not valid JSON"), ("nlu/query", "[]", "its \"\" has the wrong type"),
      ("nlu/query", "", "it is not valid JSON"),
      ("tts/say", "{\"text\": \"\(String(repeating: "a", count: 4001))\"}", "its text has more than 4000 characters"),
      ("tts/say", "{\"text\": \"\(String(repeating: "a", count: 70_000))\"}", "it has 70012 bytes; the maximum is 65536"),
      (
        "nlu/query", "{\"input\": \"a\", \"id\": \"\(String(repeating: "a", count: 201))\"}",
        "a name in it has more than 200 characters"
      ),
    ])
  func refusal(topic: String, json: String, reason: String) {
    let error = #expect(throws: HermesError.self) { try request(topic, json) }
    #expect(error?.reason == reason)
  }

  @Test("Messages are written with the protocol's names and nesting")
  func writing() throws {
    let ended = Hermes.SessionEnded(.intentNotRecognized, sessionId: "s", siteId: "attic", customData: nil)
    #expect(
      String(decoding: try ended.json, as: UTF8.self)
        == #"{"sessionId":"s","siteId":"attic","termination":{"reason":"intentNotRecognized"}}"#)
    let slot = Hermes.Slot(entity: "lists", slotName: "n", rawValue: "two", value: .integer(2), characters: 4..<7)
    let intent = Hermes.Intent(
      input: "set two", intent: .init("Set", confidence: 0.5), slots: [slot], siteId: "attic", sessionId: "s", customData: .null,
      wakewordId: nil)
    #expect(try JSONDecoder().decode(Hermes.Intent.self, from: intent.json).slots == [slot])
    #expect(String(decoding: try intent.json, as: UTF8.self).contains(#""value":{"kind":"Number","value":2}"#))
    let half = Hermes.Slot(entity: "decimal", slotName: "n", rawValue: "one and a half", value: .double(1.5), characters: nil)
    #expect((half.value.kind, half.value.value) == ("Number", .double(1.5)))
    #expect(Hermes.HotwordDetected(wakewordID: "hey/a#+", siteId: "a", sessionId: nil).topic == "hermes/hotword/hey_a__/detected")
  }
}
