import Foundation

/// Judges from the audio itself whether a microphone is muted, turned up too far or off centre, on the audio's own clock.
public struct SignalMonitor: Sendable {
  /// What counts as a fault; chosen so that neither a pause nor a shout is one, not measured.
  public struct Configuration: Equatable, Sendable {
    /// Seconds of audio that are judged together, anew every second.
    public var windowSeconds = 5
    /// Share of samples at full scale that counts as clipping.
    public var clippedShare = 0.005
    /// Distance of the mean from zero, as a share of full scale, that counts as an offset.
    public var offset = 0.02

    /// The settings used when nothing else is said.
    public init() {}
  }

  /// What is wrong with the audio, and by how much.
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

  /// A monitor that has heard nothing yet.
  public init(configuration: Configuration = Configuration()) {
    self.configuration = configuration
  }

  /// Takes the next frame, and judges the last seconds once a second; nil for the frames in between.
  ///
  /// A frame that does not follow the last one starts a new window.
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
        Finding(condition: .offset, detail: String(format: "by %.1f %% of full scale", mean * 100)))
    }
    return findings
  }
}
