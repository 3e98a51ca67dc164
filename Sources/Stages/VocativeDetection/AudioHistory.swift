public import VocativeCapture

/// The last seconds of audio, so that what was just said can be heard again.
public struct AudioHistory: Sendable {
  /// Samples that are kept.
  public let capacity: Int
  private var samples: [Int16] = []
  private var firstSampleTime = 0

  /// A history of the last `seconds`.
  public init(seconds: Double) {
    capacity = Int(seconds * Double(AudioFrame.sampleRate))
  }

  /// Position of the oldest sample that is kept.
  public var startSampleTime: Int { firstSampleTime }

  /// Position just after the newest sample.
  public var endSampleTime: Int { firstSampleTime + samples.count }

  /// Adds a frame; one that does not follow the last one starts the history anew.
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

  /// What is still kept of the audio in `range`, in samples since the source was started.
  public func samples(in range: Range<Int>) -> [Int16] {
    let kept = range.clamped(to: firstSampleTime..<endSampleTime)
    return Array(samples[kept.lowerBound - firstSampleTime..<kept.upperBound - firstSampleTime])
  }
}
