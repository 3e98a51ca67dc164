import Foundation

/// Detects from the audio whether a microphone is muted, clips or has a DC offset; time is measured in audio.
public struct SignalMonitor: Sendable {
  /// The limits of a fault, chosen (not measured) so that neither a pause nor a shout is one.
  public struct Configuration: Equatable, Sendable {
    /// Seconds of audio that are judged together, once every second.
    public var windowSeconds = 5
    /// The share of samples at full scale from which audio counts as clipping.
    public var clippedShare = 0.005
    /// The distance of the mean from zero, as a share of full scale, from which it counts as an offset.
    public var offset = 0.02

    /// Creates the default limits.
    public init() {}
  }

  /// A fault of the audio, with its measurement.
  public struct Finding: Equatable, Sendable {
    /// `silent`, `clipping` or `offset`.
    public let condition: CaptureCondition
    /// The measurement.
    public let detail: String
  }

  private struct Tally {
    var count = 0
    var sum = 0
    var clipped = 0
    var changes = 0
  }

  private let configuration: Configuration
  private var seconds: [Tally] = []
  private var current = Tally()
  private var previous: Int16?
  private var endSampleTime: Int?

  /// Creates a monitor that has not received audio yet.
  public init(configuration: Configuration = Configuration()) {
    self.configuration = configuration
  }

  /// Whether the next judgement is at most a second of audio away; after a gap, a whole window is missing.
  var judgesSoon: Bool { seconds.count >= configuration.windowSeconds - 1 }

  /// Adds the next frame and judges the last seconds once a second; returns nil for the frames in between.
  ///
  /// A frame that does not follow the previous one starts a new window.
  public mutating func process(_ frame: AudioFrame) -> [Finding]? {
    if frame.sampleTime != endSampleTime { (seconds, current, previous) = ([], Tally(), nil) }
    endSampleTime = frame.endSampleTime
    for sample in frame.samples {
      current.count += 1
      current.sum += Int(sample)
      if sample == .max || sample == .min { current.clipped += 1 }
      if let previous, previous != sample { current.changes += 1 }
      previous = sample
    }
    guard current.count >= AudioFrame.sampleRate else { return nil }
    seconds.append(current)
    current = Tally()
    guard seconds.count >= configuration.windowSeconds else { return nil }
    defer { seconds.removeFirst() }
    return judgement
  }

  private var judgement: [Finding] {
    let count = Double(seconds.reduce(0) { $0 + $1.count })
    let mean = Double(seconds.reduce(0) { $0 + $1.sum }) / count / 32_768
    guard seconds.contains(where: { $0.changes > 0 }) else {
      let value = Int((mean * 32_768).rounded())
      return [Finding(condition: .silent, detail: "every sample of the last \(configuration.windowSeconds) s is \(value)")]
    }
    var findings: [Finding] = []
    let clipped = Double(seconds.reduce(0) { $0 + $1.clipped }) / count
    if clipped >= configuration.clippedShare {
      findings.append(
        Finding(condition: .clipping, detail: String(format: "%.1f %% of the samples are at full scale", clipped * 100)))
    }
    if abs(mean) >= configuration.offset {
      findings.append(
        Finding(condition: .offset, detail: String(format: "%.1f %% of full scale", mean * 100)))
    }
    return findings
  }
}
