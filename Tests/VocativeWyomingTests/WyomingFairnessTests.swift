import Foundation
import Synchronization
import Testing
import Vocative
import VocativeTestSupport
import VocativeWyoming

@Suite("Fairness of the Wyoming server", .tags(.long), .serialized)
struct WyomingFairnessTests {
  /// The clients of one host that all send a text to speak at the same time.
  private final class Crowd: Sendable {
    private let ready = Mutex(0)
    private let events = Mutex<[WyomingClientSocket.Answer]>([])

    static let host = "127.0.0.1"
    let count: Int

    init(count: Int, speaking text: String, to port: UInt16) async {
      self.count = count
      for _ in 0..<count {
        Task {
          let client = try WyomingClientSocket(port: port, from: Self.host)
          try await client.ping()
          ready.withLock { $0 += 1 }
          let answer = try await client.speak(text)
          events.withLock { $0.append(answer) }
        }
      }
      #expect(await eventually { ready.withLock { $0 } == count })
    }

    /// The last event of each client with an answer.
    var answers: [WyomingClientSocket.Answer] { events.withLock { $0 } }
  }

  private static let sentence = "It is raining in the north. "
  private static let otherHost = "127.0.0.2"

  @Test(
    "A short text waits for one turn of each other client of its host, and not for the many clients of another host",
    arguments: [(Crowd.host, 140), (otherHost, 13)])
  func turns(host: String, sentences: Int) async throws {
    var limits = WyomingLimits()
    limits.waitingRequests = 100
    let server = try await RunningWyoming(limits: limits)
    let port = try #require(server.port)
    let client = try WyomingClientSocket(port: port, from: host)
    let crowd = await Crowd(count: 30, speaking: String(repeating: Self.sentence, count: sentences), to: port)
    try await client.ping()
    let before = crowd.answers.count
    #expect(try await client.speak("Hi.").type == "audio-stop")
    // In the order of arrival, almost all of them would be answered first.
    #expect(crowd.answers.count - before < crowd.count / 2)
    await server.end()
  }

  @Test("Long texts of many clients delay neither a ping nor a request", .timeLimit(.minutes(1)))
  func longTexts() async throws {
    let server = try await RunningWyoming()
    let port = try #require(server.port)
    let text = "remind me to " + String(repeating: "could you please at 5 ", count: 2800)
    let crowd = (0..<30).map { _ in
      Task { try await WyomingClientSocket(port: port, from: Crowd.host).intent(of: text) }
    }
    let client = try WyomingClientSocket(port: port, from: Self.otherHost)
    try await client.ping()
    #expect(try await client.intent(of: "safe to spend") != nil)
    for task in crowd { #expect(try await task.value == nil) }
    await server.end()
  }

  @Test("A host with too many waiting requests receives an error, and another host is served")
  func waiting() async throws {
    var limits = WyomingLimits()
    limits.waitingRequests = 1
    let server = try await RunningWyoming(limits: limits)
    let port = try #require(server.port)
    let client = try WyomingClientSocket(port: port, from: Self.otherHost)
    let text = String(repeating: Self.sentence, count: 140)
    let crowd = await Crowd(count: ProcessInfo.processInfo.activeProcessorCount + 8, speaking: text, to: port)
    #expect(await eventually { crowd.answers.contains { $0.type == "error" } })
    #expect(crowd.answers.first { $0.type == "error" }?.text.contains("requests of this computer are waiting") == true)
    #expect(try await client.speak("Hi.").type == "audio-stop")
    await server.end()
  }

  @Test("Long audio from one host does not delay the detection of wake words for another host", .timeLimit(.minutes(5)))
  func longAudio() async throws {
    let count = 3 * ProcessInfo.processInfo.activeProcessorCount
    var limits = WyomingLimits()
    (limits.connections, limits.wakeDetections) = (count + 8, count + 1)
    let server = try await RunningWyoming(limits: limits)
    let port = try #require(server.port)
    let client = try WyomingClientSocket(port: port, from: Self.otherHost)
    try await client.detect()
    let request = try RawRecording.samples(of: "money/slt-breath-vacation-goal.wav")
    // Almost as much as an event can contain.
    let audio = Array((0..<16).flatMap { _ in request }.prefix(250_000))
    let (ready, heard) = (Counter(), Counter())
    for _ in 0..<count {
      Task {
        let client = try WyomingClientSocket(port: port, from: Crowd.host)
        try await client.detect()
        ready.count()
        for _ in 1...4 {
          try await client.hear(audio)
          heard.count()
        }
      }
    }
    #expect(await eventually { ready.value == count })
    let before = heard.value
    for start in stride(from: 0, to: 16_000, by: 1600) { try await client.hear(Array(request[start..<start + 1600])) }
    // In the order of arrival, each tenth of a second would wait for an event of each client on its thread.
    #expect(heard.value - before < 2 * count)
    await server.end()
  }

  private final class Counter: Sendable {
    private let number = Mutex(0)
    var value: Int { number.withLock { $0 } }
    func count() { number.withLock { $0 += 1 } }
  }

  @Test("A long text is spoken completely")
  func longText() async throws {
    let server = try await RunningWyoming()
    let client = try WyomingClientSocket(port: try #require(server.port), from: Crowd.host)
    // Without an end of a sentence, a text is divided between words.
    for sentence in [Self.sentence, "it is raining in the north and "] {
      let short = Double(try #require(try await client.speak(String(repeating: sentence, count: 10)).timestamp))
      let long = Double(try #require(try await client.speak(String(repeating: sentence, count: 50)).timestamp))
      #expect((4.5...5.5).contains(long / short), "\(short) ms, \(long) ms")
    }
  }
}
