import Dispatch
import Vocative

/// A microphone that delivers no audio until it is closed.
struct DeafSource: AudioSource {
  let label = "deaf"
  let isLive = true
  let statistics = CaptureStatistics()
  private let closing = DispatchSemaphore(value: 0)

  func frames() -> AudioFrames {
    AudioFrames(capacity: 1, overflow: .drop, statistics: statistics) { _ in closing.wait() }
  }

  func close() { closing.signal() }
}
