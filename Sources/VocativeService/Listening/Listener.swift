import CoreMetrics
import Logging
import Systemd
import Vocative

/// What listens: the microphone, the turn loop and the voice, with everything that watches them.
struct Listener: Sendable {
  let service: ListeningService
  private let model: RecognitionModel
  private let loop: TurnLoop
  private let logger: Logger

  /// - Parameter metricsFactory: Keeps the metrics; nil for none.
  init(
    _ configuration: DaemonConfiguration, metricsFactory: (any MetricsFactory)?, manager: ServiceManager, logger: Logger
  ) async throws {
    let model = try RecognitionModel(directory: configuration.model)
    let (clock, start) = (ContinuousClock(), ContinuousClock.now)
    let now: @Sendable () -> Duration = { clock.now - start }
    let metrics = metricsFactory.map { DaemonMetrics(factory: $0, now: now) }
    let synthesizer = SentenceSynthesizer(
      SpeakingSynthesizer(engine: try SpeechEngine.installed(), output: .device(configuration.outputDevice))
    ) { metrics?.willSpeak() }
    let announcements = CaptureAnnouncements { sentence in
      do throws(SpeechError) {
        try await synthesizer.speak(sentence)
      } catch {
        logger.warning("\(error)")
      }
    }
    let status = "listening as \"\(configuration.assistant.name)\""
    let heartbeat = Heartbeat(timeout: ServiceManager.watchdogTimeout, now: now) {
      manager.ready(status: status)
    } feed: {
      manager.feedWatchdog()
    }
    let source = MicrophoneSource(
      device: configuration.device, whenUnavailable: .wait, clock: .monotonic.telling { heartbeat.beat() }, logger: logger
    ) { event in
      announcements.take(event)
      metrics?.take(event)
      manager.tell(status: "\(event)")
    }
    self.model = model
    self.logger = logger
    let runtime = try await Self.makeRuntime(configuration, model: model, logger: logger)
    loop = TurnLoop(
      runtime: runtime, model: model, synthesizer: synthesizer, calibration: configuration.calibration, logger: logger
    ) { notice in
      metrics?.take(notice, statistics: source.statistics)
      // What people say is private: the log has that something happened, and not what.
      switch notice {
      case .event(let event): logger.debug("\(event.isPrivate ? "something private" : event.json)")
      case .state(let state): logger.debug("state: \(state.rawValue)")
      case .level:
        announcements.heard()
        heartbeat.beat()
      }
    }
    logger.info("listening to \"\(configuration.device)\" as \"\(configuration.assistant.name)\"")
    service = ListeningService(loop: loop, source: source, synthesizer: synthesizer, manager: manager, logger: logger)
  }

  /// A runtime whose phrases can be listened for.
  ///
  /// - Throws: What is wrong with the assistant, its files or its phrases.
  func makeRuntime(_ configuration: DaemonConfiguration) async throws -> IntentRuntime {
    try await Self.makeRuntime(configuration, model: model, logger: logger)
  }

  /// Has the loop listen with another runtime, when it is at rest.
  func replace(_ runtime: IntentRuntime) async throws {}

  private static func makeRuntime(
    _ configuration: DaemonConfiguration, model: RecognitionModel, logger: Logger
  ) async throws -> IntentRuntime {
    let runtime = try await IntentRuntime(
      loading: configuration.assistant, model: model, isUnlocked: configuration.isUnlocked, logger: logger)
    // A phrase that nobody can say is found now, while the old phrases are still listened for.
    _ = try SpeechPlanner(model: model, assistant: runtime.assistant).plan(for: try await runtime.grammar())
    return runtime
  }
}
