import AssistantTestSupport
import Foundation
import Logging
import Synchronization
import Testing
import Vocative
import VocativeTestSupport
import VocativeWyoming

@Suite("Attacks on private requests over Wyoming", .tags(.long), .serialized, .timeLimit(.minutes(10)))
struct PassphraseAttackTests {
  private static let passphrase = "seven green bottles"
  private static let balance = "eight thousand five hundred"

  private func server(clock: any Clock<Duration> = ContinuousClock(), log: RecordedLog = RecordedLog()) async throws
    -> RunningWyoming
  {
    try await RunningWyoming(isUnix: true, passphrase: Self.passphrase, clock: clock, logger: log.logger)
  }

  private func speech(_ texts: String...) async throws -> [Int16] {
    var samples = [Int16](repeating: 0, count: 16_000)
    for text in texts {
      samples += try await SynthesizedSpeech.samples(of: text, voice: "slt") + [Int16](repeating: 0, count: 32_000)
    }
    return samples
  }

  @Test("A program that polls while the owner unlocks at the microphone receives nothing private")
  func polling() async throws {
    let server = try await server()
    let speaker = RecordingSynthesizer()
    let loop = TurnLoop(
      runtime: server.runtime, stages: .init(model: try RecognitionModel(), synthesizer: speaker), logger: RecordedLog().logger
    ) { _ in }
    let isOver = Mutex(false)
    let poller = try WyomingClientSocket(server.path)
    async let polled: [WyomingClientSocket.Answer] = {
      var answers: [WyomingClientSocket.Answer] = []
      while !isOver.withLock({ $0 }) { answers.append(try await poller.handle("protected goal")) }
      for _ in 0..<5 { answers.append(try await poller.handle("protected goal")) }
      return answers
    }()
    try await loop.run(SampleSource(try await speech("hey assistant, protected goal", Self.passphrase)))
    isOver.withLock { $0 = true }
    let answers = try await polled
    #expect(speaker.texts.last?.contains(Self.balance) == true, "the owner hears it: \(speaker.texts)")
    #expect(answers.count > 5)
    #expect(!answers.contains { $0.text.contains(Self.balance) }, "\(answers)")
  }

  @Test("An unlock by one client is valid for one of its requests, and not for other clients")
  func otherClient() async throws {
    let server = try await server()
    let (owner, other) = (try WyomingClientSocket(server.path), try WyomingClientSocket(server.path))
    #expect(try await owner.handle("protected goal").text == "What's the passphrase?")
    #expect(try await owner.handle(Self.passphrase).text.contains(Self.balance))
    #expect(try await other.handle("protected goal").text == "What's the passphrase?")
    #expect(try await owner.handle("protected goal").text == "What's the passphrase?")
  }

  @Test("Of ten thousand guesses over Wyoming, only three are checked before a wait")
  func guesses() async throws {
    let clock = ManualClock()
    let log = RecordedLog(from: .info)
    let server = try await server(clock: clock, log: log)
    var client = try WyomingClientSocket(server.path)
    var asked = 0
    for number in 0..<10_000 {
      // Another connection or conversation does not reset the count.
      if number % 1000 == 0 { client = try WyomingClientSocket(server.path) }
      let answer = try await client.handle("protected goal", in: number % 2 == 0 ? nil : "conversation \(number % 7)")
      guard answer.text == "What's the passphrase?" else { continue }
      asked += 1
      _ = try await client.handle("seven green windows", in: number % 2 == 0 ? nil : "conversation \(number % 7)")
    }
    #expect(asked == 3)
    let refused = try await client.handle("protected goal")
    #expect(refused.text == "That's private, and there were too many wrong passphrases. Try again in 30 seconds.")
    #expect(try await client.handle(Self.passphrase).type == "not-handled")
    clock.advance(by: .seconds(30))
    _ = try await client.handle("protected goal")
    #expect(try await client.handle(Self.passphrase).text.contains(Self.balance))
    #expect(!log.messages.joined().contains("green"))
  }

  @Test("A transcript replaces a spoken passphrase, right or wrong, with a code that is valid for one request")
  func transcripts() async throws {
    let log = RecordedLog()
    let server = try await server(log: log)
    let (owner, other) = (try WyomingClientSocket(server.path), try WyomingClientSocket(server.path))
    let (right, wrong) = (try await speech(Self.passphrase), try await speech("seven blue rockets"))
    #expect(try await owner.transcript(of: right) == "", "Vocative did not ask for a passphrase")
    _ = try await owner.handle("protected goal")
    #expect(try await other.transcript(of: right) == "", "the question is another connection's")
    let codes = [try await owner.transcript(of: wrong), try await owner.transcript(of: right)]
    #expect(codes.allSatisfy { $0.hasPrefix("passphrase ") && !$0.contains("green") }, "\(codes)")
    #expect(try await owner.handle(codes[0]).text == "That's not the passphrase. What's the passphrase?")
    #expect(try await owner.intent(of: codes[1]) == nil, "recognizing a code does not use it")
    #expect(try await owner.handle(codes[1]).text.contains(Self.balance))
    _ = try await owner.handle("protected goal")
    #expect(try await owner.handle(codes[1]).text.hasPrefix("That's not the passphrase"), "a code is valid for one request")
    #expect(!log.messages.contains { $0.contains("green") || $0.contains("bottles") })
  }

  @Test("The passphrases that one host hears do not displace those of another")
  func manyPassphrases() async throws {
    var limits = WyomingLimits()
    limits.conversations = 2
    let server = try await RunningWyoming(limits: limits, passphrase: Self.passphrase)
    let port = try #require(server.port)
    let owner = try WyomingClientSocket(port: port, from: "127.0.0.2")
    let other = try WyomingClientSocket(port: port, from: "127.0.0.1")
    let samples = try await speech(Self.passphrase)
    _ = try await owner.handle("protected goal")
    let code = try await owner.transcript(of: samples)
    _ = try await other.handle("protected goal")
    for _ in 1...2 { _ = try await other.transcript(of: samples) }
    #expect(try await owner.handle(code).text.contains(Self.balance))
  }

  @Test("A named conversation with a spoken passphrase continues over another connection, as in Home Assistant")
  func named() async throws {
    let server = try await server()
    _ = try await WyomingClientSocket(server.path).handle("protected goal", in: "kitchen")
    let code = try await WyomingClientSocket(server.path).transcript(of: try await speech(Self.passphrase))
    #expect(try await WyomingClientSocket(server.path).handle(code, in: "hall").type == "not-handled")
    _ = try await WyomingClientSocket(server.path).handle("protected goal", in: "kitchen")
    let next = try await WyomingClientSocket(server.path).transcript(of: try await speech(Self.passphrase))
    #expect(try await WyomingClientSocket(server.path).handle(next, in: "kitchen").text.contains(Self.balance))
  }

  @Test("A transcript contains no passphrase although another conversation of the same computer was asked a question later")
  func otherQuestion() async throws {
    let server = try await server()
    _ = try await WyomingClientSocket(server.path).handle("protected goal", in: "kitchen")
    let other = try await WyomingClientSocket(server.path).handle("add a goal", in: "hall")
    #expect(other.type == "handled", "\(other)")
    let code = try await WyomingClientSocket(server.path).transcript(of: try await speech(Self.passphrase))
    #expect(code.hasPrefix("passphrase "), "\(code)")
    #expect(try await WyomingClientSocket(server.path).handle(code, in: "kitchen").text.contains(Self.balance))
  }

  @Test("A private request has no intent for other programs")
  func recognize() async throws {
    let server = try await server()
    let client = try WyomingClientSocket(server.path)
    #expect(try await client.intent(of: "vacation goal") == "GoalProgress")
    #expect(try await client.intent(of: "protected goal") == nil)
  }
}
