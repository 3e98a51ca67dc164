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
  /// The last time at which dropped frames were logged; nil if they were not.
  private var logged: Duration?
  /// Whether the log has the beginning of the current episode of dropped frames.
  private var isLogged = false

  /// The time in which dropped frames are not logged again: a reader that is too slow drops frames again and again.
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

  /// Returns whether an event belongs to dropped frames that begin again soon after the log has reported some.
  private mutating func isRepetition(_ event: CaptureEvent) -> Bool {
    guard event.episode.condition == .dropped else { return false }
    if case .began = event {
      let now = source.clock.now()
      isLogged = logged.map { now - $0 >= Self.pause } ?? true
      if isLogged { logged = now }
    }
    return !isLogged
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
