/// A simulated microphone: an audio source of given samples, which ends with them.
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

  /// Creates a source that speaks sentences with a voice of Flite, each followed by a pause of 1.5 s.
  ///
  /// - Parameter voice: A voice with 16 kHz, such as `slt`, `rms` or `awb`.
  /// - Throws: `SpeechError` if Flite is not installed, or has no such voice.
  public init(speaking sentences: [String], voice: String = "slt") async throws(SpeechError) {
    var samples = Self.silence(seconds: 0.5)
    for sentence in sentences {
      let speech = try await SpeechEngine.flite(voice: voice).synthesize(sentence)
      guard speech.rate == AudioFrame.sampleRate else {
        throw SpeechError(code: .engineFailed, reason: "the voice \(voice) speaks at \(speech.rate) Hz; use slt, rms or awb")
      }
      samples += speech.samples + Self.silence(seconds: 1.5)
    }
    self.init(samples)
  }

  private static func silence(seconds: Double) -> [Int16] {
    [Int16](repeating: 0, count: Int(seconds * Double(AudioFrame.sampleRate)))
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
