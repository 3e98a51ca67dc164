import AssistantTestSupport
import Testing
import Vocative
import VocativeTestSupport

@Suite("Rounds of ringing", .serialized, .timeLimit(.minutes(2)))
struct RingingRoundTests {
  private static let pause = TurnLoop.Configuration().ringingPause
  private let clock = ManualClock()
  private let pipeline: TestPipeline

  init() async throws { pipeline = try await TestPipeline(clock: clock) }

  private func ring(untilHearing words: [String] = ["stop"]) -> Task<TurnLoop.RingingEnd, any Error> {
    Task { [loop = pipeline.loop] in
      try await loop.ring(untilHearing: words) { TurnLoop.RingingRound(tone: RingTone().speech, dialog: "The cake is done.") }
    }
  }

  /// Listens to a microphone during a test.
  private func listening(_ work: () async throws -> Void) async throws {
    let source = DeafSource()
    let listening = Task { try await pipeline.play(source) }
    while await pipeline.loop.status.source == nil { await Task.yield() }
    let result: Result<Void, any Error>
    do { result = .success(try await work()) } catch { result = .failure(error) }
    source.close()
    try await listening.value
    try result.get()
  }

  @Test("The microphone is not lent in the pause between two rounds, and the next round follows")
  func lendingInPause() async throws {
    try await listening {
      let ringing = ring()
      await clock.sleeper(for: Self.pause)
      await #expect(throws: LendingError.ringing) { try await pipeline.loop.lendMicrophone { _ in } }
      clock.advance(by: Self.pause)
      await clock.sleeper(for: Self.pause)
      #expect(pipeline.spokenTexts == ["The cake is done.", "The cake is done."])
      #expect(await pipeline.loop.stopRinging())
      let end = try await ringing.value
      #expect(end == .stopped)
      let label = try await pipeline.loop.lendMicrophone { $0.label }
      #expect(label == "deaf", "it is lent after the ringing")
    }
  }

  @Test("If something begins to ring, the borrower of the microphone loses it, and one that waits for it is refused")
  func lendingBefore() async throws {
    try await listening {
      let loop = pipeline.loop
      let borrower = Task { try await loop.lendMicrophone { for try await _ in $0.frames() {} } }
      let isLent = try await eventually { await loop.status.state == .answering }
      #expect(isLent)
      let waiting = Task { try await loop.lendMicrophone { _ in } }
      // It waits for the floor now.
      for _ in 0..<1000 { await Task.yield() }
      let ringing = ring()
      await #expect(throws: CaptureError.self) { try await borrower.value }
      await #expect(throws: LendingError.ringing) { try await waiting.value }
      await clock.sleeper(for: Self.pause)
      #expect(await loop.stopRinging())
      let end = try await ringing.value
      #expect(end == .stopped)
    }
  }

  @Test("Something rings even if the words that stop it cannot be heard, and a request to listen stops it")
  func unknownWords() async throws {
    let ringing = ring(untilHearing: ["北京"])
    await clock.sleeper(for: Self.pause)
    clock.advance(by: Self.pause)
    await clock.sleeper(for: Self.pause)
    #expect(pipeline.spokenTexts == ["The cake is done.", "The cake is done."])
    let faults = pipeline.events.compactMap { if case .error("ringing", let message) = $0.kind { message } else { nil } }
    #expect(faults.count == 1 && faults.first?.contains("北京") == true, "\(faults)")
    try await pipeline.loop.trigger()
    #expect(try await ringing.value == .stopped)
  }
}
