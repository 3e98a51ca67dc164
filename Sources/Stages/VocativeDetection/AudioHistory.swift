import AudioSamples
public import VocativeCapture

/// The most recent seconds of audio, so that recent speech can be processed again.
public struct AudioHistory: Sendable {
  /// The maximum number of samples.
  public let capacity: Int
  private var samples: [Int16] = []
  private var firstSampleTime = 0

  /// Creates a history of the last `seconds`.
  public init(seconds: Double) {
    capacity = SpeechAudio.samples(in: seconds)
  }

  /// The position of the oldest sample.
  public var startSampleTime: Int { firstSampleTime }

  /// The position after the newest sample.
  public var endSampleTime: Int { firstSampleTime + samples.count }

  /// Appends a frame; a frame that does not follow the last one restarts the history.
  public mutating func append(_ frame: AudioFrame) {
    if frame.sampleTime != endSampleTime {
      samples.removeAll(keepingCapacity: true)
      firstSampleTime = frame.sampleTime
    }
    samples += frame.samples
    if samples.count >= 2 * capacity {
      let excess = samples.count - capacity
      samples.removeFirst(excess)
      firstSampleTime += excess
    }
  }

  /// Returns the audio that is still available in `range`, in samples since the source started.
  public func samples(in range: Range<Int>) -> [Int16] {
    let kept = range.clamped(to: firstSampleTime..<endSampleTime)
    return Array(samples[kept.lowerBound - firstSampleTime..<kept.upperBound - firstSampleTime])
  }
}
