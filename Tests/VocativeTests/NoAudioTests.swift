import AssistantTestSupport
import Testing
import Vocative
import VocativeTestSupport

@Suite("Conversations without audio", .serialized, .timeLimit(.minutes(5)))
struct NoAudioTests {
  /// Runs a loop on a source during a test.
  private func listening(
    to source: DeafSource, _ pipeline: TestPipeline, _ work: () async throws -> Void
  ) async throws {
    let listening = Task { try await pipeline.play(source) }
    while await pipeline.loop.status.source == nil { await Task.yield() }
    do {
      try await work()
    } catch {
      source.close()
      listening.cancel()
      throw error
    }
    source.close()
    try await listening.value
  }

  @Test("A triggered question without audio times out by the wall clock, and the waiting operation follows")
  func questionEnds() async throws {
    let clock = ManualClock()
    let pipeline = try await TestPipeline(clock: clock)
    let timeout = Duration.seconds(TurnLoop.Configuration().commandTimeout)
    try await listening(to: DeafSource(), pipeline) {
      let asked = try await pipeline.loop.trigger("move one dollar from summer vacation to new computer")
      #expect(asked.contains { if case .asked = $0.kind { true } else { false } })
      async let said: Void = pipeline.loop.say("Dinner is ready.")
      // The question is repeated once, then dropped.
      for _ in 0..<2 {
        await clock.sleeper(for: timeout)
        clock.advance(by: timeout)
      }
      try await said
      #expect(pipeline.events.rejections == ["nothing-heard", "nothing-heard"])
      #expect(pipeline.spokenTexts.last == "Dinner is ready.")
      #expect(await pipeline.loop.status.state == .idle)
    }
  }

  @Test("Waiting for a command without audio times out by the wall clock")
  func pushToTalkEnds() async throws {
    let clock = ManualClock()
    let pipeline = try await TestPipeline(clock: clock)
    let timeout = Duration.seconds(TurnLoop.Configuration().commandTimeout)
    try await listening(to: DeafSource(), pipeline) {
      try await pipeline.loop.trigger()
      #expect(await pipeline.loop.status.state == .awake)
      async let replaced: Void = pipeline.loop.replaceRuntime(pipeline.loop.runtime)
      await clock.sleeper(for: timeout)
      clock.advance(by: timeout)
      try await replaced
      #expect(pipeline.events.rejections == ["nothing-heard"])
      #expect(await pipeline.loop.status.state == .idle)
    }
  }

  @Test("A loop that is cancelled while it waits for an answer ends without a word, and drops the question")
  func cancelledQuestion() async throws {
    let pipeline = try await TestPipeline()
    let source = DeafSource()
    defer { source.close() }
    let listening = Task { try await pipeline.play(source) }
    while await pipeline.loop.status.source == nil { await Task.yield() }
    _ = try await pipeline.loop.trigger("move one dollar from summer vacation to new computer")
    #expect(await pipeline.loop.status.state == .awake)
    listening.cancel()
    try await listening.value
    #expect(pipeline.events.rejections.isEmpty)
    #expect(pipeline.spokenTexts.count == 1)
    #expect(try await pipeline.loop.trigger("yes").rejections == ["not-a-phrase"])
  }

  @Test("While audio arrives, timeouts follow the clock of the audio instead of the wall clock")
  func audioCounts() async throws {
    let clock = ManualClock()
    let pipeline = try await TestPipeline(clock: clock)
    let timeout = Duration.seconds(TurnLoop.Configuration().commandTimeout)
    let silence = [Int16](repeating: 0, count: 3 * 16_000)
    let (first, second) = (Gate(), Gate())
    async let checked: Void = {
      await first.arrived()
      try await pipeline.loop.trigger()
      await clock.sleeper(for: timeout)
      first.open()
      await second.arrived()
      clock.advance(by: timeout)
      await clock.sleeper(for: timeout)
      #expect(await pipeline.loop.status.state == .awake)
      second.open()
    }()
    try await pipeline.play(
      SampleSource(silence, isLive: true) { position in
        if position == 16_000 { first.wait() }
        if position == 32_000 { second.wait() }
      })
    try await checked
  }

  @Test("Push-to-talk without a microphone is rejected with a remedy")
  func pushToTalkRefused() async throws {
    try SoundSystem.prepare()
    let pipeline = try await TestPipeline()
    let source = MicrophoneSource(device: "no-such-device", whenUnavailable: .wait, logger: pipeline.logger)
    let listening = Task { try await pipeline.play(source) }
    while source.statistics.conditions.isEmpty { await Task.yield() }
    while await pipeline.loop.status.source == nil { await Task.yield() }
    let error = await #expect(throws: TurnLoopError.self) { try await pipeline.loop.trigger() }
    #expect(error == .deaf(.missing))
    #expect(error.map { ExitStatus(for: $0) } == .unavailable)
    #expect("\(String(describing: error))".contains("vocative doctor"))
    #expect(try await pipeline.loop.trigger("safe to spend").responses.map(\.code) == [.success])
    listening.cancel()
    try await listening.value
  }

  @Test("An operation that is cancelled before its turn is not performed")
  func givenUp() async throws {
    let speaker = HeldSynthesizer()
    let pipeline = try await TestPipeline(synthesizer: speaker)
    async let answered = pipeline.loop.trigger("safe to spend")
    await speaker.begun()
    let queued = Task { try await pipeline.loop.trigger("i spent twenty dollars on coffee") }
    let announced = Task { try await pipeline.loop.say("Dinner is ready.") }
    queued.cancel()
    announced.cancel()
    await #expect(throws: CancellationError.self) { try await queued.value }
    await #expect(throws: CancellationError.self) { try await announced.value }
    speaker.release()
    #expect(try await answered.responses.map(\.code) == [.success])
    #expect(pipeline.events.understood.map(\.intent) == ["SafeToSpend"])
    #expect(speaker.texts.count == 1)
    #expect(try await pipeline.loop.trigger("coffee expense").responses.map(\.code) == [.success])
  }

  @Test("An operation that has started finishes, even if its caller is cancelled")
  func begun() async throws {
    let speaker = HeldSynthesizer()
    let pipeline = try await TestPipeline(synthesizer: speaker)
    let triggered = Task { try await pipeline.loop.trigger("safe to spend") }
    await speaker.begun()
    triggered.cancel()
    speaker.release()
    #expect(try await triggered.value.responses.map(\.code) == [.success])
  }
}
