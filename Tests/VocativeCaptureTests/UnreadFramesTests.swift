import Synchronization
import Testing
import VocativeCapture
import VocativeTestSupport

@Suite("Frames that nobody reads", .timeLimit(.minutes(10)))
struct UnreadFramesTests {
  private final class Witness: Sendable {
    let isStarted = Mutex(false)
  }

  /// Frames without an end, whose producer holds on to a witness.
  private func endlessFrames(_ witness: Witness) -> AudioFrames {
    AudioFrames(capacity: 1, overflow: .wait, statistics: CaptureStatistics()) { sink in
      witness.isStarted.withLock { $0 = true }
      while sink.send(AudioFrame(samples: [0], sampleTime: 0)) {}
    }
  }

  @Test("occupy no thread, and leave nothing behind when they are dropped")
  func notIterated() {
    weak var witness: Witness?
    do {
      let held = Witness()
      witness = held
      _ = endlessFrames(held)
      #expect(!held.isStarted.withLock { $0 })
    }
    #expect(witness == nil)
  }

  @Test("although somebody began to, end their thread with the iterator")
  func iteratorDropped() async throws {
    weak var witness: Witness?
    do {
      let held = Witness()
      witness = held
      var frames = endlessFrames(held).makeAsyncIterator()
      _ = try await frames.next()
      #expect(held.isStarted.withLock { $0 })
    }
    #expect(await eventually { witness == nil })
  }
}
