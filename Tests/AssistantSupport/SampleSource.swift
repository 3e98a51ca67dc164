public import Vocative

/// An audio source of given samples.
public struct SampleSource: AudioSource {
  /// The label of the source in messages.
  public let label = "samples"
  /// Whether samples are dropped while there is no listener.
  public let isLive: Bool
  /// The statistics of the samples read so far.
  public let statistics = CaptureStatistics()
  private let samples: [Int16]
  private let beforeFrame: @Sendable (Int) -> Void

  /// Creates a source of 16 kHz mono samples.
  ///
  /// - Parameter beforeFrame: A closure called on the source's thread with the position of each frame before it is sent; may
  ///   block.
  public init(_ samples: [Int16], isLive: Bool = false, beforeFrame: @escaping @Sendable (Int) -> Void = { _ in }) {
    self.samples = samples
    self.isLive = isLive
    self.beforeFrame = beforeFrame
  }

  /// Sends the samples frame by frame.
  public func frames() -> AudioFrames {
    // A queue of one keeps the source at most one frame ahead of the consumer.
    AudioFrames(capacity: 1, overflow: .wait, statistics: statistics) { sink in
      for start in stride(from: 0, to: samples.count, by: AudioFrame.sampleCount) {
        beforeFrame(start)
        let end = min(start + AudioFrame.sampleCount, samples.count)
        guard sink.send(AudioFrame(samples: Array(samples[start..<end]), sampleTime: start)) else { return }
      }
    }
  }
}
