import Logging
import Synchronization
import VocativeCapture

/// A microphone source whose time passes only while it waits for its device, and what it told of.
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

  /// A source that records from `device`.
  ///
  /// - Parameters:
  ///   - sleep: How much time passes when the device overruns or the system sleeps.
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

  /// The episodes that are over.
  var ended: [CaptureEpisode] {
    recorder.state.withLock { $0.events }.compactMap { if case .ended(let episode) = $0 { episode } else { nil } }
  }

  /// How long the source waited before each attempt to open its device again.
  var waits: [Duration] { recorder.state.withLock { $0.waits } }

  /// What was logged at info level and above.
  var lines: [String] { recorder.state.withLock { $0.lines } }

  /// How often a condition came.
  func occurrences(of condition: CaptureCondition) -> Int {
    source.statistics.counts.occurrences[condition, default: 0]
  }

  /// The frames until a second after so many episodes are over, or until as much audio has passed as no test needs.
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
  /// Conditions are over as soon as they can be, and nothing is dropped however slow the reader is.
  static var quick: Self {
    var configuration = Self()
    configuration.quietSeconds = 2
    configuration.queueSeconds = 600
    return configuration
  }
}

extension [AudioFrame] {
  /// How much is missing before each frame that does not follow the one before it, in samples.
  var gaps: [Int] {
    zip(self, dropFirst()).map { $1.sampleTime - $0.endSampleTime }.filter { $0 != 0 }
  }
}

/// Hands on the lines that a logger was given.
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
