/// The beginning of another source.
public struct LimitedSource<Base: AudioSource>: AudioSource {
  private let base: Base
  private let sampleLimit: Int

  /// The first `seconds` of a source.
  public init(_ base: Base, seconds: Double) {
    self.base = base
    sampleLimit = Int(min(seconds, 1e9) * Double(AudioFrame.sampleRate))
  }

  /// The other source's name.
  public var label: String { base.label }
  /// Whether the other source is live.
  public var isLive: Bool { base.isLive }
  /// The other source's counts.
  public var statistics: CaptureStatistics { base.statistics }

  /// The other source's frames up to the limit.
  public func frames() -> AudioFrames { base.frames().limited(to: sampleLimit) }
}
