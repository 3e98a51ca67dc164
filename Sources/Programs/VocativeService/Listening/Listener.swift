import CoreMetrics
import Foundation
import Logging
import Systemd
import Vocative
import VocativeMQTT
import VocativePage
import VocativeWyoming

/// The microphone, the turn loop and the voice, with their monitors.
struct Listener: Sendable {
  /// The loop as a service.
  let service: ListeningService
  /// Announces microphone faults.
  let announcements: CaptureAnnouncements
  /// The turn loop, for its operators.
  let loop: TurnLoop
  /// The mailbox for a broker; nil without a broker.
  let mailbox: TurnMailbox?
  /// The satellite, which receives requests that Vocative does not understand; nil without a satellite.
  let satelliteLink: SatelliteLink?
  /// The control of the speech, for its owner.
  let speech: SpeechControl
  /// The assistants, for their owner.
  let assistants: ServedAssistants
  /// Logs what happens in conversations.
  let eventLog: EventLog
  /// The recognition data.
  let model: RecognitionModel
  private let metrics: DaemonMetrics?
  private let logger: Logger

  /// - Parameters:
  ///   - metricsFactory: Collects the metrics; nil for none.
  ///   - page: Receives events for a page; nil for none.
  init(
    _ configuration: DaemonConfiguration, metricsFactory: (any MetricsFactory)?, page: PageHub?, manager: ServiceManager,
    logger: Logger
  ) async throws {
    let model = try configuration.recognitionModel
    let speech = try configuration.speechControl(logger: logger)
    let (clock, start) = (ContinuousClock(), ContinuousClock.now)
    let now: @Sendable () -> Duration = { clock.now - start }
    let metrics = metricsFactory.map { DaemonMetrics(factory: $0, now: now) }
    var speaker = try configuration.synthesizer(speech, logger: logger)
    speaker.willPlay = { metrics?.willSpeak() }
    let synthesizer = SentenceSynthesizer(speaker)
    let status = "listening as \(configuration.assistants.description)"
    let heartbeat = Heartbeat(timeout: ServiceManager.watchdogTimeout, now: now) {
      manager.ready(status: status)
    } feed: {
      manager.feedWatchdog()
    }
    let (events, event) = AsyncStream.makeStream(of: CaptureEvent.self)
    var capture = MicrophoneSource.Configuration()
    capture.echoReference = configuration.echoReference
    let microphone = MicrophoneSource(
      device: configuration.device, whenUnavailable: .wait, configuration: capture,
      clock: .monotonic.onWait { heartbeat.beat() }, logger: logger
    ) {
      event.yield($0)
      metrics?.receive($0)
      page?.receive($0)
      switch $0 {
      case .began(let episode): manager.begin(fault: episode.condition.rawValue, status: "\($0)")
      case .ended(let episode): manager.end(fault: episode.condition.rawValue, status: "listening again; \($0)")
      }
    }
    let mailbox = configuration.broker.map { TurnMailbox(room: $0.room, knownRooms: $0.knownRooms, logger: logger) }
    let assistants = ServedAssistants(configuration.assistants, apps: AppHosts(logger: logger))
    let runtime = try await Self.makeRuntime(
      configuration, assistants: assistants, model: model, mailbox: mailbox, metrics: metrics, speech: speech,
      logger: logger)
    var settings = TurnLoop.Configuration()
    settings.earcon = configuration.hasEarcon ? Earcon() : nil
    settings.bargeIn = configuration.hasBargeIn ? BargeIn() : nil
    settings.patience = configuration.patience
    settings.recognition.minConfidence = configuration.minConfidence.value
    (settings.calibration, settings.mute) = (configuration.calibration, .user)
    let satelliteLink = configuration.satelliteAddress.map { _ in
      SatelliteLink(limit: configuration.satelliteTimeout, allowed: configuration.satelliteClients, logger: logger)
    }
    var stages = TurnLoop.Stages(model: model, synthesizer: synthesizer)
    stages.recognizer = configuration.recognizer(model: model, logger: logger)
    stages.wakeWords = configuration.wakeService.map { WyomingWakeWords($0, logger: logger) }
    (stages.fallback, stages.arbiter) = (satelliteLink, mailbox?.arbiter)
    let eventLog = EventLog(of: runtime, logger: logger)
    let loop = TurnLoop(runtime: runtime, stages: stages, configuration: settings, logger: logger) { notice in
      metrics?.receive(notice, statistics: microphone.statistics)
      page?.receive(notice)
      mailbox?.receive(notice)
      eventLog.receive(notice)
    }
    assistants.begin()
    (self.assistants, self.speech, self.eventLog) = (assistants, speech, eventLog)
    (self.loop, self.mailbox, self.satelliteLink, self.model, self.logger) = (loop, mailbox, satelliteLink, model, logger)
    self.metrics = metrics
    announcements = CaptureAnnouncements(of: events, frames: { microphone.statistics.counts.frames }) { sentence, isDeaf in
      do {
        // A loop without audio may wait for the end of a command forever.
        if isDeaf { try await synthesizer.speak(sentence) } else { try await loop.say(sentence) }
      } catch is CancellationError {
        // The daemon shuts down.
      } catch is SpeechError where !isDeaf {
        // The loop has logged it.
      } catch {
        logger.warning("\(error)")
      }
    }
    service = ListeningService(
      loop: loop, source: WatchedSource(source: microphone) { heartbeat.beat() }, synthesizer: synthesizer, logger: logger)
    logger.info("listening to \"\(configuration.device)\" as \(configuration.assistants.description)")
  }

  /// Creates a runtime for another configuration.
  ///
  /// - Throws: The error of the assistant or its files.
  func makeRuntime(_ configuration: DaemonConfiguration) async throws -> IntentRuntime {
    try await Self.makeRuntime(
      configuration, assistants: assistants, model: model, mailbox: mailbox, metrics: metrics, speech: speech,
      logger: logger)
  }

  /// Creates the same assistant for other programs.
  ///
  /// - Throws: `SpeechError`.
  func wyomingServices(_ configuration: DaemonConfiguration) throws -> WyomingServices {
    WyomingServices(
      runtime: { [loop] in await loop.runtime }, model: model,
      voice: .init(try .installed(), style: { [speech] in speech.style }),
      calibration: configuration.calibration, logger: logger)
  }

  private static func makeRuntime(
    _ configuration: DaemonConfiguration, assistants: ServedAssistants, model: RecognitionModel, mailbox: TurnMailbox?,
    metrics: DaemonMetrics?, speech: SpeechControl, logger: Logger
  ) async throws -> IntentRuntime {
    let user = try configuration.handlerAccount
    let choices = try configuration.assistants.choices()
    if choices.contains(where: { $0.path != nil }), user == nil, geteuid() == 0 {
      logger.warning("commands of intents files and apps run as root; set another user with \"handler-user\"")
    }
    let handlers = HandlerSettings(user: user, homeAssistant: try configuration.homeAssistant)
    let loaded: LoadedAssistants
    do {
      loaded = try await LoadedAssistants(
        configuration.assistants, handlers: handlers, apps: assistants.apps, model: model, logger: logger)
    } catch let error as IntentsFileError where error.code == .missing {
      throw configuration.located(error, at: [Settings.all.intents])
    }
    assistants.prepare(configuration.assistants, loaded)
    for name in configuration.assistants.missing {
      logger.notice("the assistant \"\(name)\" is served as soon as Home Assistant has been read")
    }
    // Without any assistant, there would be no wake phrase either, and all speech would be a request.
    let served = loaded.assistants.isEmpty ? [try HomeFile.placeholder()] : loaded.assistants
    let observers: [(any DispatchObserver)?] = [mailbox, metrics]
    return try await IntentRuntime(
      serving: served, model: model, isUnlocked: configuration.isUnlocked,
      room: mailbox == nil ? nil : configuration.room.description, delegate: mailbox, speech: speech,
      observers: observers.compactMap(\.self),
      logger: logger)
  }
}
