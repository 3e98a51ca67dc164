/// A stretch of audio as every stage after capture sees it: 16 kHz, mono, 16 bit signed, usually 20 ms.
public struct AudioFrame: Equatable, Sendable {
  /// Samples a second, in Hz.
  public static let sampleRate = 16_000
  /// Samples in a full frame: 20 ms.
  public static let sampleCount = 320

  /// The samples, at most `sampleCount` of them; fewer only at the end of a source.
  public let samples: [Int16]
  /// Position of the first sample since the source was started, in samples; a jump means that audio in between is missing.
  public let sampleTime: Int

  /// A frame of samples at a position in time.
  public init(samples: [Int16], sampleTime: Int) {
    self.samples = samples
    self.sampleTime = sampleTime
  }

  /// Position just after the last sample.
  public var endSampleTime: Int { sampleTime + samples.count }
}
