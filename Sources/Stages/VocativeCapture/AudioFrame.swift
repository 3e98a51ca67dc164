import AudioSamples

/// A block of audio for the later stages: 16 kHz, mono, 16 bit signed, usually 20 ms.
public struct AudioFrame: Equatable, Sendable {
  /// The sample rate, in Hz.
  public static let sampleRate = SpeechAudio.sampleRate
  /// The number of samples in a full frame: 20 ms.
  public static let sampleCount = 320

  /// The samples: `sampleCount` of them, or fewer at the end of a source.
  public let samples: [Int16]
  /// The position of the first sample since the source started, in samples; a jump means that audio is missing.
  public let sampleTime: Int

  /// Creates a frame at a position in time.
  public init(samples: [Int16], sampleTime: Int) {
    self.samples = samples
    self.sampleTime = sampleTime
  }

  /// The position after the last sample.
  public var endSampleTime: Int { sampleTime + samples.count }
}
