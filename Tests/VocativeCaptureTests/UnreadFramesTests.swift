import Synchronization
import Testing
import VocativeCapture
import VocativeTestSupport

@Suite("Unread frames", .timeLimit(.minutes(10)))
struct UnreadFramesTests {
  private final class Witness: Sendable {
    let isStarted = Mutex(false)
  }

  /// Endless frames whose producer retains a witness.
  private func endlessFrames(_ witness: Witness) -> AudioFrames {
    AudioFrames(capacity: 1, overflow: .wait, statistics: CaptureStatistics()) { sink in
      witness.isStarted.withLock { $0 = true }
      while sink.send(AudioFrame(samples: [0], sampleTime: 0)) {}
    }
  }

  @Test("Unread frames use no thread and are fully released")
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

  @Test("Releasing the iterator ends the thread of partly read frames")
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
