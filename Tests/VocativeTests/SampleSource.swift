import Vocative

/// Samples a test made, as a source.
struct SampleSource: AudioSource {
  let label = "samples"
  let isLive: Bool
  let statistics = CaptureStatistics()
  private let samples: [Int16]
  private let beforeFrame: @Sendable (Int) -> Void

  /// - Parameter beforeFrame: Called on the source's thread with the position of each frame before it is sent; may block.
  init(_ samples: [Int16], isLive: Bool = false, beforeFrame: @escaping @Sendable (Int) -> Void = { _ in }) {
    self.samples = samples
    self.isLive = isLive
    self.beforeFrame = beforeFrame
  }

  func frames() -> AudioFrames {
    // A queue of one: the source is never further ahead than the frame that is being looked at.
    AudioFrames(capacity: 1, overflow: .wait, statistics: statistics) { sink in
      for start in stride(from: 0, to: samples.count, by: AudioFrame.sampleCount) {
        beforeFrame(start)
        let end = min(start + AudioFrame.sampleCount, samples.count)
        guard sink.send(AudioFrame(samples: Array(samples[start..<end]), sampleTime: start)) else { return }
      }
    }
  }
}
