import AssistantTestSupport
import Foundation
import Logging
import Money
import PocketSphinx
import Synchronization
import Testing
import Vocative
import VocativeService
import VocativeTestSupport

@Suite("The watchdog")
struct HeartbeatTests {
  /// A manual clock that records the calls of a heartbeat.
  private final class Watchdog: Sendable {
    private struct State {
      var time = Duration.zero
      var beginnings = 0
      var feedings: [Duration] = []
    }

    private let state = Mutex(State())

    var feedings: [Duration] { state.withLock { $0.feedings } }
    var beginnings: Int { state.withLock { $0.beginnings } }

    func pass(_ time: Duration) { state.withLock { $0.time += time } }

    func heartbeat(timeout: Duration?) -> Heartbeat {
      Heartbeat(timeout: timeout, now: { self.state.withLock { $0.time } }) {
        self.state.withLock { $0.beginnings += 1 }
      } feed: {
        self.state.withLock { $0.feedings.append($0.time) }
      }
    }
  }

  /// A recognizer that hangs until it is released.
  private final class HangingRecognizer: UtteranceRecognizer {
    private let hung = AsyncStream.makeStream(of: Void.self)
    private let release = AsyncStream.makeStream(of: Void.self)

    final class Handle: Sendable {
      fileprivate let hung: AsyncStream<Void>
      fileprivate let release: AsyncStream<Void>.Continuation

      fileprivate init(_ hung: AsyncStream<Void>, _ release: AsyncStream<Void>.Continuation) {
        self.hung = hung
        self.release = release
      }

      func waitUntilHung() async { for await _ in hung { return } }
      func letGo() { release.finish() }
    }

    var handle: Handle { Handle(hung.stream, release.continuation) }

    func setGrammar(_ grammar: CompiledGrammar, wakePhrases: [[String]], lexicon: Lexicon) {}

    nonisolated(nonsending) func recognize(
      _ samples: [Int16], from beginning: CommandRecognizer.Beginning
    ) async -> Understanding {
      hung.continuation.finish()
      for await _ in release.stream {}
      return .rejected(Rejection(.notAPhrase))
    }
  }

  @Test("Beats feed the watchdog at most four times per timeout, beginning with the first")
  func feeding() {
    let watchdog = Watchdog()
    let heartbeat = watchdog.heartbeat(timeout: .seconds(20))
    #expect(watchdog.beginnings == 0)
    for _ in 0..<30 {
      heartbeat.beat()
      watchdog.pass(.seconds(1))
    }
    #expect(watchdog.beginnings == 1)
    #expect(watchdog.feedings == [0, 5, 10, 15, 20, 25].map { .seconds($0) })
    watchdog.pass(.seconds(600))
    #expect(watchdog.feedings.count == 6, "the watchdog is not fed without a heartbeat")
  }

  @Test("Without a watchdog, nothing is fed, and the start is still reported")
  func unwatched() {
    let watchdog = Watchdog()
    let heartbeat = watchdog.heartbeat(timeout: nil)
    heartbeat.beat()
    heartbeat.beat()
    #expect(watchdog.feedings.isEmpty)
    #expect(watchdog.beginnings == 1)
  }

  @Test("A decoder that hangs stops the feeding until it continues")
  func hungDecoder() async throws {
    let watchdog = Watchdog()
    // Every beat is due, so the watchdog is fed once for each frame that passes.
    let heartbeat = watchdog.heartbeat(timeout: .zero)
    let recognizer = HangingRecognizer()
    let handle = recognizer.handle
    let folder = try TemporaryFolder()
    let assistant = try MoneyAssistant.make(store: MoneyStore(sampleAt: folder.path + "/money.sqlite"))
    let logger = Logger.silent
    var stages = TurnLoop.Stages(model: try RecognitionModel(), synthesizer: RecordingSynthesizer())
    stages.recognizer = recognizer
    let loop = TurnLoop(
      runtime: try IntentRuntime(assistant: assistant, memory: .inMemory(assistant: "money"), logger: logger), stages: stages,
      logger: logger
    ) { _ in }
    let request = try RawRecording.samples(of: "money/slt-breath-vacation-goal.wav")
    let samples = request + [Int16](repeating: 0, count: 16_000 * 5)
    let frames = (samples.count + AudioFrame.sampleCount - 1) / AudioFrame.sampleCount
    let source = SampleSource(samples, isLive: true)
    async let listening: Void = loop.run(WatchedSource(source: source) { heartbeat.beat() })

    await handle.waitUntilHung()
    let before = watchdog.feedings.count
    #expect(before > 0)
    #expect(before < frames)
    watchdog.pass(.seconds(3600))
    // The source continues until its queue is full, as a microphone would: only the decoder hangs.
    #expect(await eventually { source.statistics.counts.frames > before + 1 })
    #expect(watchdog.feedings.count == before)

    handle.letGo()
    try await listening
    #expect(watchdog.feedings.count == frames)
  }

  @Test("A lost microphone that is being reopened feeds the watchdog, and a microphone that has ended does not")
  func lostMicrophone() async throws {
    let watchdog = Watchdog()
    let heartbeat = watchdog.heartbeat(timeout: .zero)
    var microphone = try SimulatedMicrophone(playing: [])
    microphone.faults = [.busy(openings: 1_000_000)]
    let logger = Logger.silent
    let device = try microphone.device
    let source = MicrophoneSource(
      device: device, whenUnavailable: .wait, clock: .monotonic.onWait { heartbeat.beat() }, logger: logger)
    let listening = Task { for try await _ in source.frames() {} }
    #expect(await eventually { watchdog.feedings.count >= 3 })
    listening.cancel()
    try await listening.value
    // The last attempt may still be in progress when the frames end.
    #expect(await eventually { watchdog.feedings.count <= microphone.openings })
  }
}
