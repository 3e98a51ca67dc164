import Foundation
import Testing
import WyomingProtocol

@Suite("Wyoming event framing")
struct WyomingEventParserTests {
  private func events(_ bytes: [UInt8], limits: WyomingEventParser.Limits = .init()) throws -> [WyomingEvent] {
    var parser = WyomingEventParser(limits: limits)
    return try parser.events(completedBy: bytes)
  }

  private func events(_ text: String) throws -> [WyomingEvent] { try events(Array(text.utf8)) }

  private func fault(in text: String, limits: WyomingEventParser.Limits = .init()) -> WyomingProtocolError? {
    var parser = WyomingEventParser(limits: limits)
    do throws(WyomingProtocolError) {
      _ = try parser.events(completedBy: Array(text.utf8))
      return nil
    } catch {
      return error
    }
  }

  @Test("An event consists of a line, data and a payload")
  func whole() throws {
    let data = #"{"rate": 16000, "width": 2, "channels": 1, "timestamp": 40}"#
    let line = #"{"type": "audio-chunk", "version": "1.10.2", "data_length": \#(data.utf8.count), "payload_length": 4}"#
    let event = try #require(try events(Array("\(line)\n\(data)".utf8) + [0x0A, 0x7B, 0x00, 0xFF]).first)
    #expect(event.knownType == .audioChunk)
    #expect(event.payload == [0x0A, 0x7B, 0x00, 0xFF])
    let chunk: WyomingEvent.AudioChunk = try event.message()
    #expect(chunk.format == WyomingAudioFormat(rate: 16_000, width: 2, channels: 1))
    #expect(chunk.timestamp == 40)
  }

  @Test("Data in the line is merged with later data, which takes precedence")
  func inlineData() throws {
    let inline = try events(#"{"type":"transcript","data":{"text":"a","language":"en"}}"# + "\n")
    #expect(try inline.first?.message(WyomingEvent.Transcript.self) == .init(text: "a", language: "en"))
    let after = #"{"text":"b"}"#
    let both = try events(
      #"{"type":"transcript","data":{"text":"a","language":"en"},"data_length":\#(after.utf8.count)}"# + "\n" + after)
    #expect(try both.first?.message(WyomingEvent.Transcript.self) == .init(text: "b", language: "en"))
  }

  @Test("Lengths are in bytes, not characters, and null means zero")
  func lengths() throws {
    let data = #"{"text":"Grüße 🏖"}"#
    let event = try events(
      #"{"type":"recognize","data":null,"data_length":\#(data.utf8.count),"payload_length":null}"# + "\n" + data)
    #expect(try event.first?.message(WyomingEvent.Recognize.self).text == "Grüße 🏖")
  }

  @Test("Events are parsed completely however their bytes are split", arguments: [1, 2, 3, 7, 64, 10_000])
  func pieces(length: Int) throws {
    let sent = [
      try WyomingEvent(WyomingEvent.Describe()), try WyomingEvent(WyomingEvent.Ping(text: "ä")),
      try WyomingEvent(
        WyomingEvent.AudioChunk(.init(rate: 16_000, width: 2, channels: 1)), payload: (0..<2000).map { UInt8($0 % 251) }),
      WyomingEvent(type: "something-new"), try WyomingEvent(WyomingEvent.AudioStop(timestamp: 7)),
    ]
    let bytes = Array(try sent.map { try $0.bytes }.joined())
    var parser = WyomingEventParser()
    var received: [WyomingEvent] = []
    for start in stride(from: 0, to: bytes.count, by: length) {
      received += try parser.events(completedBy: bytes[start..<min(start + length, bytes.count)])
    }
    #expect(received == sent)
    #expect(!parser.isInsideEvent)
  }

  @Test("An incomplete event is reported as such")
  func incomplete() throws {
    var parser = WyomingEventParser()
    #expect(!parser.isInsideEvent)
    #expect(try parser.events(completedBy: Array("{".utf8)).isEmpty)
    #expect(parser.isInsideEvent)
    #expect(try parser.events(completedBy: Array(#""type":"ping","data_length":2}"#.utf8) + [0x0A]).isEmpty)
    #expect(parser.isInsideEvent)
    #expect(try parser.events(completedBy: Array("{}".utf8)).count == 1)
    #expect(!parser.isInsideEvent)
  }

  @Test(
    "Invalid events are rejected with the reason",
    arguments: [
      ("sing\n", .header, "invalid line"), ("\n", .header, "invalid line"), ("[]\n", .header, "invalid line"),
      ("\"describe\"\n", .header, "invalid line"), ("{}\n", .header, "invalid line"), ("{\"type\":7}\n", .header, "invalid line"),
      ("{\"type\":\"a\",\"data_length\":\"9\"}\n", .header, "invalid line"),
      ("{\"type\":\"a\",\"data_length\":1.5}\n", .header, "invalid line"),
      (String(repeating: "[", count: 60_000) + "\n", .header, "invalid line"),
      ("{\"type\":\"a\",\"data_length\":-1}\n", .data, "-1 bytes"),
      (
        "{\"type\":\"a\",\"data_length\":9223372036854775807}\n", .data,
        "9223372036854775807 bytes; the permitted range is 0 to 262144"
      ),
      ("{\"type\":\"a\",\"payload_length\":-5}\n", .payload, "-5 bytes"),
      ("{\"type\":\"a\",\"payload_length\":524289}\n", .payload, "524289 bytes; the permitted range is 0 to 524288"),
      ("{\"type\":\"a\",\"data\":[1]}\n", .data, "not a JSON object"),
      ("{\"type\":\"a\",\"data\":{\"b\":1},\"data_length\":2}\n[]", .data, "not a JSON object"),
    ] as [(String, WyomingProtocolError.Code, String)])
  func malformed(text: String, code: WyomingProtocolError.Code, words: String) throws {
    let fault = try #require(self.fault(in: text))
    #expect(fault.code == code)
    #expect(fault.reason.contains(words), "\(fault)")
  }

  @Test("An endless line is rejected as soon as it is too long")
  func endlessLine() throws {
    var limits = WyomingEventParser.Limits()
    limits.header = 100
    var parser = WyomingEventParser(limits: limits)
    for _ in 0..<100 { #expect(try parser.events(completedBy: [0x20]).isEmpty) }
    #expect(throws: WyomingProtocolError.self) { try parser.events(completedBy: [0x20]) }
    #expect(fault(in: String(repeating: " ", count: 200) + "\n{}", limits: limits)?.code == .header)
  }

  @Test("A missing or invalid field is named, and the next event can be read")
  func wrongData() throws {
    let wrong = try events(
      """
      {"type":"transcript","data":{}}
      {"type":"audio-start","data":{"rate":"fast","width":2,"channels":1}}
      {"type":"recognize","data":{"text":null}}
      {"type":"synthesize","data_length":3}
      ???{"type":"ping"}

      """)
    #expect(wrong.count == 5)
    func reason<Message: WyomingMessage>(_ event: WyomingEvent, _ kind: Message.Type) -> String {
      do throws(WyomingProtocolError) {
        _ = try event.message(kind)
        return ""
      } catch {
        #expect(error.code == .message)
        return error.reason
      }
    }
    #expect(reason(wrong[0], WyomingEvent.Transcript.self) == "in \"transcript\" \"text\" is missing")
    #expect(reason(wrong[1], WyomingEvent.AudioStart.self).contains("\"rate\" is not a valid Int"))
    #expect(reason(wrong[2], WyomingEvent.Recognize.self).contains("\"text\" is null"))
    #expect(reason(wrong[3], WyomingEvent.Synthesize.self).contains("cannot be read"))
    #expect(try wrong[4].message(WyomingEvent.Ping.self).text == nil)
  }
}

extension WyomingEventParser {
  /// Returns the events that the bytes complete.
  fileprivate mutating func events(completedBy bytes: some Sequence<UInt8>) throws(WyomingProtocolError) -> [WyomingEvent] {
    append(bytes)
    var events: [WyomingEvent] = []
    while let event = try next() { events.append(event) }
    return events
  }
}
