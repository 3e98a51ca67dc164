import CoreMetrics
import Foundation
import Synchronization
import Vocative

/// The daemon's metrics, through swift-metrics.
final class DaemonMetrics: Sendable {
  /// The descriptions of the metrics.
  static let help = [
    "vocative_state": "1 for the assistant's current state, 0 for the other states",
    "vocative_hits_total": "Detected keyphrases",
    "vocative_rejections_total": "Rejected utterances, by reason",
    "vocative_responses_total": "Handled requests, by response code",
    "vocative_requests_total":
      "Ended requests, by assistant, intent and outcome, without their words",
    "vocative_errors_total": "Errors outside requests, by kind",
    "vocative_real_time_factor": "Seconds of processor time per second of audio, over the last ten seconds of audio",
    "vocative_audio_seconds_total": "Seconds of audio that the pipeline has processed",
    "vocative_overruns_total": "Overruns of the device's buffer",
    "vocative_dropped_frames_total": "Frames of 20 ms dropped because the pipeline was too slow",
    "vocative_reopenings_total": "Times that a lost microphone was reopened",
    "vocative_capture_condition": "1 for each current microphone fault",
    "vocative_spotting_latency_seconds": "Seconds of audio from the end of a keyphrase to its detection",
    "vocative_answer_latency_seconds": "Seconds from the decision about a command to the beginning of the answer",
  ]

  private struct State {
    var frames = 0
    var processorTime: Double
    /// The source's counts at the last update of the counters.
    var overruns = 0
    var droppedFrames = 0
    var reopenings = 0
    var decision: Duration?
  }

  private let state: Mutex<State>
  let factory: any MetricsFactory
  private let processorTime: @Sendable () -> Double
  private let now: @Sendable () -> Duration
  private let hits, seconds, overruns, droppedFrames, reopenings: Counter
  private let realTimeFactor: Meter
  private let spotting, answering: CoreMetrics.Timer

  /// Frames in ten seconds of audio.
  private static let stretch = 10 * AudioFrame.sampleRate / AudioFrame.sampleCount

  /// - Parameters:
  ///   - processorTime: Returns the seconds of processor time that this process has used.
  ///   - now: Returns monotonic time.
  init(
    factory: any MetricsFactory, processorTime: @escaping @Sendable () -> Double = DaemonMetrics.usedProcessorTime,
    now: @escaping @Sendable () -> Duration
  ) {
    self.factory = factory
    self.processorTime = processorTime
    self.now = now
    state = Mutex(State(processorTime: processorTime()))
    hits = Counter(label: "vocative_hits_total", factory: factory)
    seconds = Counter(label: "vocative_audio_seconds_total", factory: factory)
    overruns = Counter(label: "vocative_overruns_total", factory: factory)
    droppedFrames = Counter(label: "vocative_dropped_frames_total", factory: factory)
    reopenings = Counter(label: "vocative_reopenings_total", factory: factory)
    realTimeFactor = Meter(label: "vocative_real_time_factor", factory: factory)
    spotting = Timer(label: "vocative_spotting_latency_seconds", factory: factory)
    answering = Timer(label: "vocative_answer_latency_seconds", factory: factory)
    set(.idle)
  }

  /// Records an event of the turn loop.
  func receive(_ notice: TurnNotice, statistics: CaptureStatistics) {
    switch notice {
    case .level: heard(statistics.counts)
    case .state(let state): set(state)
    case .event(let event): receive(event)
    case .memory: break
    }
  }

  /// Records the beginning or end of a capture condition.
  func receive(_ event: CaptureEvent) {
    let isThere = if case .began = event { true } else { false }
    meter("vocative_capture_condition", "condition", event.episode.condition.rawValue).set(isThere ? 1 : 0)
  }

  /// Records that speech begins.
  func willSpeak() {
    let decision = state.withLock { state in
      defer { state.decision = nil }
      return state.decision
    }
    if let decision { answering.recordNanoseconds((now() - decision).nanoseconds) }
  }

  private func receive(_ event: TurnEvent) {
    switch event.kind {
    case .spotted(_, _, let end, _):
      hits.increment()
      spotting.recordNanoseconds(Int64(max(0, event.time - end) * 1e9))
    case .understood: decided()
    case .rejected(let reason, _, let dialog):
      count("vocative_rejections_total", "reason", reason)
      if dialog != nil { decided() }
    case .responded(_, let code, _, _): count("vocative_responses_total", "code", code.rawValue)
    case .error(let code, _): count("vocative_errors_total", "kind", code)
    case .asked, .updated: break
    }
  }

  private func decided() { state.withLock { $0.decision = now() } }

  private func heard(_ counts: CaptureStatistics.Counts) {
    state.withLock { state in
      overruns.increment(by: counts.overruns - state.overruns)
      droppedFrames.increment(by: counts.droppedFrames - state.droppedFrames)
      reopenings.increment(by: counts.reopenings - state.reopenings)
      (state.overruns, state.droppedFrames, state.reopenings) = (counts.overruns, counts.droppedFrames, counts.reopenings)
      state.frames += 1
      if state.frames.isMultiple(of: Self.stretch / 10) { seconds.increment() }
      guard state.frames.isMultiple(of: Self.stretch) else { return }
      let time = processorTime()
      realTimeFactor.set((time - state.processorTime) / 10)
      state.processorTime = time
    }
  }

  private func set(_ current: TurnState) {
    // A request without a spoken answer must not be matched with the next speech.
    if current == .idle { state.withLock { $0.decision = nil } }
    for state in [TurnState.idle, .awake, .listening, .answering, .ringing, .muted] {
      meter("vocative_state", "state", state.rawValue).set(state == current ? 1 : 0)
    }
  }

  private func count(_ label: String, _ dimension: String, _ value: String) {
    Counter(label: label, dimensions: [(dimension, value)], factory: factory).increment()
  }

  private func meter(_ label: String, _ dimension: String, _ value: String) -> Meter {
    Meter(label: label, dimensions: [(dimension, value)], factory: factory)
  }

  /// Seconds of processor time that this process has used, without its finished children.
  static func usedProcessorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

extension Duration {
  fileprivate var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
}
