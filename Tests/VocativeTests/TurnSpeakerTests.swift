import Synchronization
import Testing
import Vocative
import VocativeTestSupport

@Suite("Speech of a turn", .timeLimit(.minutes(5)))
struct TurnSpeakerTests {
  /// Speaks each text until a test ends it or its task is cancelled.
  private final class StepwiseSynthesizer: Synthesizer {
    private struct State {
      var begun: [String] = []
      var cancelled: [String] = []
      var ends: [String: AsyncStream<Void>.Continuation] = [:]
    }

    private let state = Mutex(State())

    var begun: [String] { state.withLock(\.begun) }
    var cancelled: [String] { state.withLock(\.cancelled) }

    func end(_ text: String) { state.withLock { $0.ends[text] }?.finish() }

    func speak(_ text: String) async throws(SpeechError) {
      let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
      state.withLock {
        $0.begun.append(text)
        $0.ends[text] = continuation
      }
      for await _ in stream {}
      guard Task.isCancelled else { return }
      state.withLock { $0.cancelled.append(text) }
      throw .cancelled
    }
  }

  private let synthesizer = StepwiseSynthesizer()
  private let speaker: TurnSpeaker
  private let clock = ManualClock()

  init() { speaker = TurnSpeaker(synthesizer: synthesizer, limit: .seconds(60), clock: clock) }

  @Test("Overlapping sentences are spoken one after another, in the order of requests")
  func queue() async {
    async let first = speaker.speak("first")
    _ = await eventually { synthesizer.begun == ["first"] }
    async let second = speaker.speak("second")
    await clock.sleeper(for: .seconds(60))
    #expect(synthesizer.begun == ["first"])
    synthesizer.end("first")
    #expect(await first == nil)
    #expect(await eventually { synthesizer.begun == ["first", "second"] })
    synthesizer.end("second")
    #expect(await second == nil)
    #expect(!speaker.isSpeaking)
  }

  @Test("A stop word cancels the sentence that is heard, and drops those that wait and those that follow in the turn")
  func stop() async {
    async let first = speaker.speak("first")
    _ = await eventually { synthesizer.begun == ["first"] }
    async let second = speaker.speak("second")
    speaker.stop()
    #expect(await first == nil)
    #expect(await second == nil)
    #expect(await speaker.speak("third") == nil)
    #expect(synthesizer.begun == ["first"])
    #expect(synthesizer.cancelled == ["first"])
    #expect(speaker.isStopped)
  }

  @Test("After an earlier sentence has ended, a stop word cancels the later one")
  func stopLater() async {
    async let first = speaker.speak("first")
    _ = await eventually { synthesizer.begun == ["first"] }
    async let second = speaker.speak("second")
    synthesizer.end("first")
    #expect(await first == nil)
    _ = await eventually { synthesizer.begun.count == 2 }
    #expect(speaker.isSpeaking)
    speaker.stop()
    #expect(await second == nil)
    #expect(synthesizer.cancelled == ["second"])
  }

  @Test("The next turn may speak again")
  func nextTurn() async {
    speaker.stop()
    #expect(await speaker.speak("first") == nil)
    speaker.beginTurn()
    async let second = speaker.speak("second")
    #expect(await eventually { synthesizer.begun == ["second"] })
    synthesizer.end("second")
    #expect(await second == nil)
  }

  @Test("A sentence that exceeds the limit is stopped with the reason, and the next one follows")
  func limit() async {
    async let first = speaker.speak("first")
    await clock.sleeper(for: .seconds(60))
    async let second = speaker.speak("second")
    clock.advance(by: .seconds(60))
    let failure = await first
    #expect(failure?.code == .playbackFailed)
    #expect(failure?.reason.contains("limit") == true, "\(String(describing: failure))")
    #expect(await eventually { synthesizer.begun == ["first", "second"] })
    synthesizer.end("second")
    #expect(await second == nil)
  }

  @Test("A cancelled caller stops its own sentence only")
  func cancelledCaller() async {
    let first = Task { await speaker.speak("first") }
    _ = await eventually { synthesizer.begun == ["first"] }
    async let second = speaker.speak("second")
    first.cancel()
    #expect(await first.value == .cancelled)
    #expect(await eventually { synthesizer.begun == ["first", "second"] })
    synthesizer.end("second")
    #expect(await second == nil)
    #expect(synthesizer.cancelled == ["first"])
  }
}
