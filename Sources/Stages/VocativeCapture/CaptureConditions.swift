import ALSA
import Logging

/// Watches one run of a microphone source for conditions: counts, logs and reports them.
struct CaptureConditions {
  private let source: MicrophoneSource
  private var episodes: CaptureEpisodes
  private var monitor: SignalMonitor
  /// The conditions that have kept the device from being read since audio was last captured.
  private var outage: Set<CaptureCondition> = []
  /// The faults found by the last check of the audio.
  private var findings: Set<CaptureCondition> = []
  private var hasOtherRate = false
  /// The last times at which conditions that may come and go were logged.
  private var logged: [CaptureCondition: Duration] = [:]
  /// The conditions whose current episode is a repetition that is not in the log.
  private var repeated: Set<CaptureCondition> = []

  /// The time in which such a condition is not logged again: a busy machine overruns, and a noise gate sends zeros, again and again.
  private static let pause = Duration.seconds(3600)

  init(of source: MicrophoneSource) {
    self.source = source
    // The signal is checked once a second; a gap between two checks must not split an episode.
    episodes = CaptureEpisodes(quietSamples: max(2, source.configuration.quietSeconds) * AudioFrame.sampleRate)
    monitor = SignalMonitor(configuration: source.configuration.signal)
  }

  /// Records that the device was opened at a rate, in Hz.
  mutating func opened(at rate: Int, sampleTime: Int) {
    hasOtherRate = rate != AudioFrame.sampleRate
    guard hasOtherRate, !episodes.conditions.contains(.otherRate) else { return }
    let loss = rate < AudioFrame.sampleRate ? ", which lacks part of the speech band" : ""
    occurred(.otherRate, at: sampleTime, detail: "\(rate) Hz\(loss)")
  }

  /// Records that the device could not be opened or read.
  mutating func lost(by condition: CaptureCondition, detail: String, at sampleTime: Int) {
    guard outage.insert(condition).inserted else {
      episodes.persists(condition, at: sampleTime)
      return
    }
    occurred(condition, at: sampleTime, detail: detail)
  }

  /// Records that the device had to be restarted.
  mutating func interrupted(by interruption: CapturePCM.Interruption, at sampleTime: Int) {
    switch interruption {
    case .overrun: occurred(.overrun, at: sampleTime, detail: "EPIPE")
    case .suspended: occurred(.suspended, at: sampleTime, detail: "ESTRPIPE")
    }
  }

  /// Records that frames were dropped, because the later stages are too slow.
  mutating func dropped(at sampleTime: Int) {
    occurred(.dropped, at: sampleTime, detail: "the queue of \(source.configuration.queueSeconds) s is full")
  }

  /// Records that the device delivered less than a period.
  mutating func shortRead(of count: Int, in format: PCMFormat, at sampleTime: Int) {
    occurred(.shortReads, at: sampleTime, detail: "\(count) frames of \(format.periodFrames)")
  }

  /// Records captured audio and the frames made from it.
  mutating func heard(_ frames: [AudioFrame], in range: Range<Int>) {
    outage = []
    if hasOtherRate { episodes.persists(.otherRate, at: range.lowerBound) }
    // A muted microphone that is plugged in again stays muted: its faults have not ended until the audio is judged again.
    if !monitor.judgesSoon { for finding in findings { episodes.persists(finding, at: range.lowerBound) } }
    for event in episodes.heard(range.count, at: range.lowerBound) { emit(event) }
    for frame in frames {
      guard let judgement = monitor.process(frame) else { continue }
      for finding in judgement {
        if findings.contains(finding.condition) {
          episodes.persists(finding.condition, at: frame.endSampleTime)
        } else {
          occurred(finding.condition, at: frame.endSampleTime, detail: finding.detail)
        }
      }
      findings = Set(judgement.map(\.condition))
    }
  }

  private mutating func occurred(_ condition: CaptureCondition, at sampleTime: Int, detail: String) {
    source.statistics.update { $0.occurrences[condition, default: 0] += 1 }
    if let event = episodes.occurred(condition, at: sampleTime, detail: detail) { emit(event) }
  }

  private mutating func emit(_ event: CaptureEvent) {
    source.statistics.setConditions(episodes.conditions)
    source.logger.log(level: isRepetition(event) ? .debug : event.logLevel, "\(source.label): \(event)")
    source.notify(event)
  }

  /// Returns whether an event belongs to a condition that begins again soon after the log has reported it.
  private mutating func isRepetition(_ event: CaptureEvent) -> Bool {
    let condition = event.episode.condition
    guard condition.mayComeAndGo else { return false }
    if case .began = event {
      let now = source.clock.now()
      if let last = logged[condition], now - last < Self.pause {
        repeated.insert(condition)
      } else {
        logged[condition] = now
        repeated.remove(condition)
      }
    }
    return repeated.contains(condition)
  }
}

extension CaptureCondition {
  /// Whether the condition may begin again every few seconds although the device stays the same.
  fileprivate var mayComeAndGo: Bool {
    switch self {
    case .overrun, .dropped, .shortReads, .silent, .clipping, .offset: true
    case .missing, .busy, .denied, .failing, .stalled, .suspended, .otherRate: false
    }
  }
}

extension CaptureEvent {
  /// The log level; conditions that the user should act on are warnings.
  fileprivate var logLevel: Logger.Level {
    switch episode.condition {
    case .otherRate, .shortReads: .info
    case .suspended: .notice
    case .missing, .busy, .denied, .failing, .stalled, .overrun, .dropped, .silent, .clipping, .offset:
      if case .began = self { .warning } else { .notice }
    }
  }
}
