public import Vocative

/// Samples a test made, as a source.
public struct SampleSource: AudioSource {
  /// What they are called in messages.
  public let label = "samples"
  /// Whether they are thrown away while nobody listens.
  public let isLive: Bool
  /// What was read so far.
  public let statistics = CaptureStatistics()
  private let samples: [Int16]
  private let beforeFrame: @Sendable (Int) -> Void

  /// A source of 16 kHz mono samples.
  ///
  /// - Parameter beforeFrame: Called on the source's thread with the position of each frame before it is sent; may block.
  public init(_ samples: [Int16], isLive: Bool = false, beforeFrame: @escaping @Sendable (Int) -> Void = { _ in }) {
    self.samples = samples
    self.isLive = isLive
    self.beforeFrame = beforeFrame
  }

  /// Sends the samples frame by frame.
  public func frames() -> AudioFrames {
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
