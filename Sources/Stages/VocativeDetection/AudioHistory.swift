import AudioSamples
public import VocativeCapture

/// The most recent seconds of audio, so that recent speech can be processed again.
public struct AudioHistory: Sendable {
  /// The maximum number of samples.
  public let capacity: Int
  private var samples: [Int16] = []
  private var firstSampleTime = 0
  /// The audio before a gap, until the next frame: the frame after the gap ends its speech, which is recognized only then.
  private var beforeGap: (firstSampleTime: Int, samples: [Int16]) = (0, [])

  /// Creates a history of the last `seconds`.
  public init(seconds: Double) {
    capacity = SpeechAudio.samples(in: seconds)
  }

  /// The position of the oldest sample.
  public var startSampleTime: Int { firstSampleTime }

  /// The position after the newest sample.
  public var endSampleTime: Int { firstSampleTime + samples.count }

  /// Appends a frame; a frame that does not follow the last one restarts the history with the frame after it.
  public mutating func append(_ frame: AudioFrame) {
    beforeGap = (0, [])
    if frame.sampleTime != endSampleTime {
      beforeGap = (firstSampleTime, samples)
      (firstSampleTime, samples) = (frame.sampleTime, [])
    }
    samples += frame.samples
    if samples.count >= 2 * capacity {
      let excess = samples.count - capacity
      samples.removeFirst(excess)
      firstSampleTime += excess
    }
  }

  /// Returns the audio that is still available in `range`, in samples since the source started; of a range with a gap, that before it.
  public func samples(in range: Range<Int>) -> [Int16] {
    let isBeforeGap = range.lowerBound < beforeGap.firstSampleTime + beforeGap.samples.count
    let (first, samples) = isBeforeGap ? beforeGap : (firstSampleTime, samples)
    let kept = range.clamped(to: first..<first + samples.count)
    return Array(samples[kept.lowerBound - first..<kept.upperBound - first])
  }
}
