import Logging
import Synchronization
import VocativeCapture

/// A microphone source whose clock only advances while it waits for its device, with a record of its events.
struct WatchedMicrophone: Sendable {
  private final class Recorder: Sendable {
    struct State {
      var now = Duration.zero
      var waits: [Duration] = []
      var events: [CaptureEvent] = []
      var lines: [String] = []
    }

    let state = Mutex(State())
  }

  private let recorder = Recorder()
  let source: MicrophoneSource

  /// Creates a source that records from `device`.
  ///
  /// - Parameters:
  ///   - sleep: The time that passes when the device overruns or the system suspends.
  ///   - whenBegun: Called on the capture thread when a condition begins.
  init(
    _ device: String, whenUnavailable: MicrophoneSource.Unavailability = .failAtStart,
    configuration: MicrophoneSource.Configuration = .quick, sleep: Duration = .zero,
    whenBegun: @escaping @Sendable (CaptureCondition) -> Void = { _ in }
  ) {
    let recorder = recorder
    let clock = CaptureClock(
      now: { recorder.state.withLock { $0.now } },
      wait: { duration, _ in
        recorder.state.withLock {
          $0.now += duration
          $0.waits.append(duration)
        }
      })
    source = MicrophoneSource(
      device: device, whenUnavailable: whenUnavailable, configuration: configuration, clock: clock,
      logger: Logger(label: "test") { _ in
        LineHandler { line in recorder.state.withLock { $0.lines.append(line) } }
      }
    ) { event in
      recorder.state.withLock {
        $0.events.append(event)
        if case .began(let episode) = event, [.overrun, .suspended].contains(episode.condition) { $0.now += sleep }
      }
      if case .began(let episode) = event { whenBegun(episode.condition) }
    }
  }

  /// The conditions that have begun so far.
  var begun: [CaptureCondition] {
    recorder.state.withLock { $0.events }.compactMap { if case .began(let episode) = $0 { episode.condition } else { nil } }
  }

  /// The episodes that have ended.
  var ended: [CaptureEpisode] {
    recorder.state.withLock { $0.events }.compactMap { if case .ended(let episode) = $0 { episode } else { nil } }
  }

  /// The delays before each attempt to reopen the device.
  var waits: [Duration] { recorder.state.withLock { $0.waits } }

  /// The log messages at info level and above.
  var lines: [String] { recorder.state.withLock { $0.lines } }

  /// Returns the number of occurrences of a condition.
  func occurrences(of condition: CaptureCondition) -> Int {
    source.statistics.counts.occurrences[condition, default: 0]
  }

  /// Returns the frames until a second after a number of episodes have ended, or until a limit that no test reaches.
  func framesUntilOver(_ count: Int = 1) async throws(CaptureError) -> [AudioFrame] {
    var frames: [AudioFrame] = []
    for try await frame in source.frames() {
      frames.append(frame)
      // The capture thread is ahead of its reader.
      let ends = ended.prefix(count).map(\.end)
      if ends.count == count, let last = ends.max(), frame.sampleTime >= last + AudioFrame.sampleRate { break }
      if frames.count >= 6000 { break }
    }
    return frames
  }
}

extension MicrophoneSource.Configuration {
  /// A configuration in which conditions end as soon as possible, and no frame is dropped for a slow reader.
  static var quick: Self {
    var configuration = Self()
    configuration.quietSeconds = 2
    configuration.queueSeconds = 600
    return configuration
  }
}

extension [AudioFrame] {
  /// The gap before each frame that does not follow the previous one, in samples.
  var gaps: [Int] {
    zip(self, dropFirst()).map { $1.sampleTime - $0.endSampleTime }.filter { $0 != 0 }
  }
}

/// Passes on the messages of a logger.
private struct LineHandler: LogHandler {
  let take: @Sendable (String) -> Void
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info

  init(take: @escaping @Sendable (String) -> Void) { self.take = take }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) { take("\(event.level): \(event.message)") }
}
