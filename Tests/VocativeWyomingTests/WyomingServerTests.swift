import Foundation
import Synchronization
import Testing
import Vocative
import VocativeTestSupport
import VocativeWyoming

@Suite("The Wyoming server")
struct WyomingServerTests {
  private func answers(_ bytes: [UInt8], limits: WyomingLimits = .init(), isDone: Bool = true) async throws -> [String] {
    let server = try await RunningWyoming(isUnix: true, limits: limits)
    return try await RawClient.exchange(bytes, with: server.path, isDone: isDone)
  }

  private func answers(_ text: String, limits: WyomingLimits = .init(), isDone: Bool = true) async throws -> [String] {
    try await answers(Array(text.utf8), limits: limits, isDone: isDone)
  }

  private static let ping = "{\"type\":\"ping\",\"data\":{\"text\":\"still there\"}}\n"

  /// Returns whether the server answers another client.
  private func isServed(at server: RunningWyoming) async throws -> Bool {
    try await RawClient.exchange(Array(Self.ping.utf8), with: server.path).joined().contains("still there")
  }

  @Test(
    "An invalid event is answered with the reason, and the connection is closed",
    arguments: [
      ("sing\n", "invalid line"), ("{\"type\":\"ping\",\"data_length\":-1}\n", "-1 bytes"),
      ("{\"type\":\"ping\",\"data_length\":1000000000000}\n", "1000000000000 bytes; the permitted range is 0 to 65536"),
      ("{\"type\":\"audio-chunk\",\"payload_length\":9223372036854775807}\n", "0 to 524288"),
      (String(repeating: "x", count: 100_000), "more than 65536 bytes"),
      ("{\"type\":\"a\",\"data\":7}\n", "not a JSON object"),
    ])
  func malformed(text: String, words: String) async throws {
    let answers = try await answers(Self.ping + text + Self.ping, isDone: false).joined()
    #expect(answers.contains("still there"))
    #expect(answers.contains("\"type\":\"error\""), "\(answers)")
    #expect(answers.contains(words), "\(answers)")
    #expect(answers.components(separatedBy: "\"type\":\"pong\"").count == 2, "nothing is answered after it")
  }

  private static let format = "\"rate\":16000,\"width\":2,\"channels\":1"
  private static let chunk = "{\"type\":\"audio-chunk\",\"data\":{\(format)},\"payload_length\":2}\nab"
  private static let stop = "{\"type\":\"audio-stop\"}\n"
  private static let otherWakeWord = "{\"type\":\"detect\",\"data\":{\"names\":[\"ok_nabu\"]}}\n"
  private static let longText = String(repeating: "a", count: 4001)

  @Test(
    "A request that fails is answered with the reason, and the connection is closed, for which Home Assistant waits",
    arguments: [
      ("{\"type\":\"recognize\"}\n", "is missing"),
      ("\(otherWakeWord)\(chunk)\(stop)", "unknown wake words"),
      ("{\"type\":\"synthesize\",\"data\":{\"text\":\"\(longText)\"}}\n", "4001 characters"),
      ("\(chunk)\(chunk.replacing("16000", with: "8000"))\(stop)", "the format changed within a stream"),
    ])
  func failed(text: String, words: String) async throws {
    let answers = try await answers(text + Self.ping, isDone: false).joined()
    #expect(answers.contains("\"type\":\"error\""), "\(answers)")
    #expect(answers.contains(words), "\(answers)")
    #expect(!answers.contains("\"type\":\"transcript"), "\(answers)")
    #expect(!answers.contains("\"type\":\"pong\""), "\(answers)")
  }

  @Test("An incomplete event times out, and other clients are served meanwhile")
  func slow() async throws {
    var limits = WyomingLimits()
    limits.eventTime = .milliseconds(300)
    let server = try await RunningWyoming(isUnix: true, limits: limits)
    async let slow = RawClient.exchange(
      Array("{\"type\":\"audio-chunk\",\"payload_length\":1000}\nabc".utf8), with: server.path, isDone: false)
    #expect(try await isServed(at: server))
    #expect(try await slow.joined().contains("no complete event arrived within"))
  }

  @Test("An idle client is disconnected")
  func idle() async throws {
    var limits = WyomingLimits()
    limits.idleTime = .milliseconds(300)
    let answers = try await answers([], limits: limits, isDone: false).joined()
    #expect(answers.contains("\"code\":\"idle\""), "\(answers)")
  }

  @Test("A client that stops sending receives its answers, and an incomplete event is discarded")
  func halfClosed() async throws {
    let server = try await RunningWyoming(isUnix: true)
    let question = "{\"type\":\"transcript\",\"data\":{\"text\":\"vacation goal\"}}\n"
    #expect(try await RawClient.exchange(Array(question.utf8), with: server.path).joined().contains("\"type\":\"handled\""))
    #expect(try await RawClient.exchange(Array("{\"type\":\"ping\",\"data_length\":5}\n{".utf8), with: server.path).isEmpty)
    #expect(try await isServed(at: server))
  }

  private final class Ear: DispatchObserver {
    private let reasons = Mutex<[EndReason?]>([])
    var ended: [EndReason?] { reasons.withLock { $0 } }

    func didComplete(_ interaction: Interaction) async {}
    func didEnd(_ interaction: Interaction) async { reasons.withLock { $0.append(interaction.reason) } }
  }

  @Test("The request of a question is recorded as declined if another request or one question too many takes its place")
  func replacedQuestions() async throws {
    let ear = Ear()
    var limits = WyomingLimits()
    limits.conversations = 1
    let server = try await RunningWyoming(isUnix: true, limits: limits, observers: [ear])
    let client = try WyomingClientSocket(server.path)
    _ = try await client.handle("save money for vacation")
    #expect(ear.ended.isEmpty)
    #expect(try await client.handle("vacation goal").type == "handled")
    #expect(ear.ended == [.declined])
    _ = try await client.handle("save money for vacation", in: "kitchen")
    #expect(ear.ended.count == 1)
    _ = try await client.handle("save money for vacation", in: "hall")
    #expect(ear.ended == [.declined, .declined])
    #expect(try await client.handle("fifty dollars", in: "hall").type == "handled")
  }

  @Test("The request of a question that is open for too long is recorded as declined")
  func oldQuestion() async throws {
    let ear = Ear()
    var limits = WyomingLimits()
    limits.questionTime = .zero
    let server = try await RunningWyoming(isUnix: true, limits: limits, observers: [ear])
    let client = try WyomingClientSocket(server.path)
    _ = try await client.handle("save money for vacation", in: "kitchen")
    #expect(try await client.handle("vacation goal", in: "hall").type == "handled")
    #expect(ear.ended == [.declined])
  }

  @Test("A client beyond the limit receives an error, until another disconnects")
  func tooMany() async throws {
    var limits = WyomingLimits()
    limits.connections = 2
    let server = try await RunningWyoming(isUnix: true, limits: limits)
    let (first, second) = (try RawClient.connect(to: server.path), try RawClient.connect(to: server.path))
    defer { close(second) }
    // Both clients are accepted when both have an answer.
    try await RawClient.ask(Self.ping, on: first)
    try await RawClient.ask(Self.ping, on: second)
    let third = try await RawClient.exchange([], with: server.path, isDone: false).joined()
    #expect(third.contains("\"code\":\"busy\""), "\(third)")
    close(first)
    var isServed = false
    while !isServed { isServed = try await self.isServed(at: server) }
  }

  @Test(
    "If a host has taken all connections or wake word detections, another host receives the one that was not used for longest",
    arguments: ["", "{\"type\":\"detect\"}\n"])
  func places(request: String) async throws {
    var limits = WyomingLimits()
    (limits.connections, limits.wakeDetections) = (request.isEmpty ? 3 : 100, 3)
    let server = try await RunningWyoming(limits: limits)
    let port = try #require(server.port)
    func ask(_ client: Int32, _ text: String) async -> String {
      await RawClient.ask(Array((text + Self.ping).utf8), on: client, until: "still there")
    }
    var clients = try (0..<3).map { _ in try RawClient.connect(toPort: port) }
    defer { for client in clients { close(client) } }
    for client in clients { #expect(await ask(client, request).contains("still there")) }
    #expect(await ask(clients[0], Self.chunk).contains("still there"))
    for isServed in [true, false] {
      clients.append(try RawClient.connect(toPort: port, from: "127.0.0.2"))
      let answer = await ask(clients[clients.count - 1], request)
      #expect(answer.contains("still there") == isServed, "\(answer)")
      #expect(answer.contains("\"code\":\"busy\"") == !isServed, "\(answer)")
    }
    #expect(await RawClient.ask([], on: clients[1], until: "still there").contains("\"code\":\"replaced\""))
    for client in [0, 2, 3] { #expect(await ask(clients[client], "").contains("still there")) }
  }

  @Test("The questions to one host do not displace those to another")
  func questionsOfHosts() async throws {
    var limits = WyomingLimits()
    limits.conversations = 2
    let server = try await RunningWyoming(limits: limits)
    let port = try #require(server.port)
    let client = try WyomingClientSocket(port: port, from: "127.0.0.2")
    let other = try WyomingClientSocket(port: port, from: "127.0.0.1")
    _ = try await client.handle("save money for vacation", in: "kitchen")
    for room in ["hall", "study", "attic"] { _ = try await other.handle("save money for vacation", in: room) }
    #expect(try await client.handle("fifty dollars", in: "kitchen").type == "handled")
  }

  @Test("The number of clients with wake word detection is limited until one disconnects")
  func wakeDetections() async throws {
    var limits = WyomingLimits()
    limits.wakeDetections = 1
    let server = try await RunningWyoming(isUnix: true, limits: limits)
    let detect = "{\"type\":\"detect\"}\n"
    let first = try RawClient.connect(to: server.path)
    try await RawClient.ask(detect + Self.ping, on: first)
    let second = try await RawClient.exchange(Array(detect.utf8), with: server.path).joined()
    #expect(second.contains("\"code\":\"busy\""), "\(second)")
    close(first)
    var isFree = false
    while !isFree {
      isFree =
        try await RawClient.exchange(Array((detect + Self.ping).utf8), with: server.path).joined().contains("busy") == false
    }
  }

  @Test("A client that switches to transcripts no longer counts as one with wake word detection")
  func wakeDetectionGivenBack() async throws {
    var limits = WyomingLimits()
    limits.wakeDetections = 1
    let server = try await RunningWyoming(isUnix: true, limits: limits)
    let first = try RawClient.connect(to: server.path)
    defer { close(first) }
    let detect = "{\"type\":\"detect\"}\n"
    try await RawClient.ask(detect + "{\"type\":\"transcribe\"}\n" + Self.ping, on: first)
    let second = try await RawClient.exchange(Array((detect + Self.ping).utf8), with: server.path).joined()
    #expect(!second.contains("busy"), "\(second)")
  }

  @Test("A client that never reads is disconnected, and its resources are released")
  func deaf() async throws {
    var limits = WyomingLimits()
    limits.answerTime = .milliseconds(300)
    let server = try await RunningWyoming(isUnix: true, limits: limits)
    let descriptor = try RawClient.connect(to: server.path)
    defer { close(descriptor) }
    // More answers than a socket can buffer.
    let describe = Array(String(repeating: "{\"type\":\"describe\"}\n", count: 2000).utf8)
    let isGivenUp = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var isOpen = true
        while isOpen { isOpen = send(descriptor, describe, describe.count, Int32(MSG_NOSIGNAL)) > 0 }
        continuation.resume(returning: !isOpen)
      }
    }
    #expect(isGivenUp)
    #expect(try await isServed(at: server))
  }

  @Test("Audio beyond the limit is discarded")
  func endlessAudio() async throws {
    var limits = WyomingLimits()
    limits.recordingSeconds = 1
    let chunk =
      Array("{\"type\":\"audio-chunk\",\"data\":{\(Self.format)},\"payload_length\":500000}\n".utf8)
      + [UInt8](repeating: 0, count: 500_000)
    let bytes = chunk + chunk + chunk + Array(Self.stop.utf8)
    let answers = try await answers(bytes, limits: limits).joined()
    #expect(answers.contains("\"type\":\"transcript\""), "\(answers)")
  }

  @Test(
    "A wake word is detected whatever the clock of the client is, and other clients are still served",
    arguments: [("audio-start", Int.max), ("audio-chunk", Int.max), ("audio-chunk", Int.min)])
  func anyTimestamp(place: String, timestamp: Int) async throws {
    let server = try await RunningWyoming(isUnix: true)
    func event(_ type: String, payload: [UInt8] = []) -> [UInt8] {
      let format = "\"rate\":16000,\"width\":2,\"channels\":1" + (type == place ? ",\"timestamp\":\(timestamp)" : "")
      return Array("{\"type\":\"\(type)\",\"data\":{\(format)},\"payload_length\":\(payload.count)}\n".utf8) + payload
    }
    let request = try RawRecording.samples(of: "money/slt-breath-vacation-goal.wav").flatMap {
      [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
    }
    var bytes = Array("{\"type\":\"detect\"}\n".utf8) + event("audio-start")
    for start in stride(from: 0, to: request.count, by: 4096) {
      bytes += event("audio-chunk", payload: Array(request[start..<min(start + 4096, request.count)]))
    }
    let answers = try await RawClient.exchange(bytes + event("audio-stop"), with: server.path).joined()
    #expect(answers.contains("hey_assistant"), "\(answers)")
    #expect(try await isServed(at: server))
  }

  @Test("A typed amount is recorded as written, or refused with the reason; a shortcut keeps it as written")
  func typedAmounts() async throws {
    let server = try await RunningWyoming(isUnix: true)
    let client = try WyomingClientSocket(server.path)
    let recorded = try await client.handle("i spent $3.5 on coffee").text
    #expect(recorded.contains("three dollars and fifty cents"), "\(recorded)")
    for (typed, reason) in [
      ("-$3", "That can't be less than zero."), ("€20", "I only know dollars and cents."), ("12:75", "12:75 isn't an amount."),
      ("1½ dollars", "I can't read 1½"), ("a million dollars", "That's too much for me."),
    ] {
      let answer = try await client.handle("i spent \(typed) on coffee")
      #expect(answer.type == "not-handled" && answer.text.hasPrefix(reason), "\(answer)")
      let refusal = await #expect(throws: FreezingError.self) { try await server.runtime.freeze("i spent \(typed) on coffee") }
      #expect(refusal?.description.contains(reason) == true)
    }
    #expect(try await server.runtime.freeze("i spent $3.5 on coffee").values["amount"] == "3.50")
  }

  @Test("The server removes its socket when it ends")
  func ending() async throws {
    let server = try await RunningWyoming(isUnix: true)
    #expect(FileManager.default.fileExists(atPath: server.path))
    await server.end()
    #expect(!FileManager.default.fileExists(atPath: server.path))
  }
}
