import AssistantTestSupport
import Dispatch
import PocketSphinx
import Synchronization
import Testing
import Vocative
import VocativeTestSupport

/// A recognizer that blocks its thread until a test releases it, as a slow decoder does.
private final class BlockingRecognizer: UtteranceRecognizer {
  final class Handle: Sendable {
    private let begun = AsyncStream.makeStream(of: Void.self)
    private let end = DispatchSemaphore(value: 0)
    private let timeouts = Mutex(0)

    /// Whether the recognizer gave up waiting, because nothing else could run.
    var hasTimedOut: Bool { timeouts.withLock { $0 > 0 } }

    /// Waits until the recognizer blocks its thread.
    func isBlocked() async { for await _ in begun.stream { return } }
    func release() { end.signal() }

    fileprivate func block() {
      begun.continuation.finish()
      guard end.wait(timeout: .now() + 60) == .timedOut else { return }
      timeouts.withLock { $0 += 1 }
    }
  }

  let handle = Handle()
  private var grammar: CompiledGrammar?

  func setGrammar(_ grammar: CompiledGrammar, wakePhrases: [[String]], lexicon: Lexicon) { self.grammar = grammar }

  func recognize(_ samples: [Int16], from beginning: CommandRecognizer.Beginning) -> Understanding {
    handle.block()
    guard let match = grammar?.match(["vacation", "goal"]) else { return .rejected(Rejection(.notAPhrase)) }
    return .understood(Interpretation(text: "vacation goal", match: match, confidence: 1))
  }
}

/// A recognizer that blocks its thread while it prepares for the answers to a question.
private final class SlowlyPreparedRecognizer: UtteranceRecognizer {
  let handle = BlockingRecognizer.Handle()
  private var grammars = 0

  func setGrammar(_ grammar: CompiledGrammar, wakePhrases: [[String]], lexicon: Lexicon) {
    grammars += 1
    if grammars == 2 { handle.block() }
  }

  func recognize(_ samples: [Int16], from beginning: CommandRecognizer.Beginning) -> Understanding {
    .rejected(Rejection(.notAPhrase))
  }
}

@Suite("Operations during decoding", .serialized, .timeLimit(.minutes(5)))
struct SlowDecoderTests {
  private func listening(
    _ work: (TestPipeline, BlockingRecognizer.Handle) async throws -> Void
  ) async throws -> TestPipeline {
    let recognizer = BlockingRecognizer()
    let handle = recognizer.handle
    let names = GrowingAssistant.Names(["vacation"])
    let pipeline = try TestPipeline(assistant: GrowingAssistant.make(names), recognizer: recognizer)
    let request = try RawRecording.samples(of: "money/slt-breath-vacation-goal.wav")
    async let listening: Void = pipeline.play(SampleSource(request + [Int16](repeating: 0, count: 16_000)))
    await handle.isBlocked()
    try await work(pipeline, handle)
    #expect(!handle.hasTimedOut, "the operations end before the decoder does")
    for _ in 0..<10 { handle.release() }
    try await listening
    return pipeline
  }

  @Test("The status is returned while a command is decoded")
  func status() async throws {
    let pipeline = try await listening { pipeline, _ in
      let status = await pipeline.loop.status
      #expect([.awake, .listening].contains(status.state), "\(status.state)")
      #expect(status.hits > 0)
      #expect(await pipeline.loop.isBusy)
    }
    #expect(pipeline.events.understood.map(\.intent) == ["Show"])
  }

  @Test("Muting while a command is decoded applies immediately, and the command is not answered")
  func mute() async throws {
    let pipeline = try await listening { pipeline, _ in
      try await pipeline.loop.mute()
      let status = await pipeline.loop.status
      #expect(status.muted)
      #expect(status.state == .muted)
    }
    #expect(pipeline.events.understood.isEmpty)
    #expect(pipeline.events.rejections.isEmpty)
    #expect(pipeline.spokenTexts.isEmpty)
    #expect(pipeline.states.last == .muted)
  }

  @Test("An announcement that is requested while a command is decoded follows the answer")
  func say() async throws {
    let said = Mutex<Task<Void, any Error>?>(nil)
    let pipeline = try await listening { pipeline, _ in
      let task = Task { try await pipeline.loop.say("Dinner is ready.") }
      said.withLock { $0 = task }
    }
    try await said.withLock { $0 }?.value
    #expect(pipeline.spokenTexts == ["Here is vacation.", "Dinner is ready."])
  }

  @Test("The time for an answer begins when the decoder is prepared for it")
  func slowPreparation() async throws {
    let recognizer = SlowlyPreparedRecognizer()
    let handle = recognizer.handle
    var dependencies = Dependencies()
    dependencies.add(GrowingAssistant.Names(["vacation"]))
    let assistant = try Assistant(name: "growing", wakePhrases: ["hey assistant"], dependencies: dependencies) {
      IntentDefinition(GrowingAssistant.Show.self, phrases: ["\(\.$thing) goal", "one goal"])
    }
    let pipeline = try TestPipeline(assistant: assistant, recognizer: recognizer)
    let gate = Gate()
    async let asking: Void = {
      await gate.arrived()
      async let events = pipeline.loop.trigger("one goal")
      await handle.isBlocked()
      gate.open()
      _ = try await events
    }()
    let (question, prepared) = (16_000, 9 * 16_000)
    try await pipeline.play(
      SampleSource([Int16](repeating: 0, count: 17 * 16_000), isLive: true) { position in
        if position == question { gate.wait() }
        guard position == prepared else { return }
        handle.release()
        Gate.block { pipeline.states.last == .awake }
      })
    try await asking
    let first = try #require(pipeline.events.first { if case .rejected = $0.kind { true } else { false } })
    #expect(first.time > 14.5, "\(pipeline.events)")
  }
}
