import Foundation
import JSONValues
import Testing
import WyomingProtocol

@Suite("Wyoming events")
struct WyomingEventTests {
  @Test("Events are written in the protocol's form, without missing fields or empty data")
  func bytes() throws {
    func text(_ event: WyomingEvent) throws -> String { String(decoding: try event.bytes, as: UTF8.self) }
    #expect(try text(WyomingEvent(WyomingEvent.Describe())) == "{\"type\":\"describe\"}\n")
    #expect(
      try text(WyomingEvent(WyomingEvent.Transcript(text: "é")))
        == "{\"data_length\":13,\"type\":\"transcript\"}\n{\"text\":\"é\"}")
    let chunk = WyomingEvent.AudioChunk(.init(rate: 22_050, width: 2, channels: 1))
    #expect(
      try text(WyomingEvent(chunk, payload: Array("ab".utf8)))
        == "{\"data_length\":37,\"payload_length\":2,\"type\":\"audio-chunk\"}\n{\"channels\":1,\"rate\":22050,\"width\":2}ab")
  }

  @Test("Events carry any context in both directions")
  func context() throws {
    let context = try JSONDecoder().decode(
      JSONValue.self, from: Data(#"{"conversation_id":"a","n":[1,2.5,null,true,{"x":{}}]}"#.utf8))
    let event = try WyomingEvent(WyomingEvent.Handled(text: "Done.", context: context))
    var parser = WyomingEventParser()
    parser.append(try event.bytes)
    #expect(try parser.next()?.message(WyomingEvent.Handled.self).context == context)
  }

  @Test("Information may omit fields and may contain unknown ones")
  func info() throws {
    let text = """
      {"asr":[{"name":"whisper","attribution":{"name":"a","url":"b"},"installed":true,"description":null,"colour":1,
      "models":[{"name":"tiny","attribution":{"name":"a","url":"b"},"installed":true,"languages":["en"],"size":3}]}],"mic":[]}
      """
    let info = try WyomingEvent(type: "info", data: Data(text.utf8)).message(WyomingEvent.Info.self)
    #expect(info.asr.first?.models?.first?.languages == ["en"])
    #expect(info.tts.isEmpty)
    #expect(info.satellite == nil)
  }
}
