import AudioSamples

/// The first part of another source.
public struct LimitedSource<Base: AudioSource>: AudioSource {
  private let base: Base
  private let sampleLimit: Int

  /// Creates a source with the first `seconds` of another one.
  public init(_ base: Base, seconds: Double) {
    self.base = base
    sampleLimit = SpeechAudio.samples(in: min(seconds, 1e9))
  }

  /// The base source's label.
  public var label: String { base.label }
  /// Whether the base source is live.
  public var isLive: Bool { base.isLive }
  /// The base source's statistics.
  public var statistics: CaptureStatistics { base.statistics }

  /// Returns the base source's frames up to the limit.
  public func frames() -> AudioFrames { base.frames().limited(to: sampleLimit) }
}
