import CoreMetrics
import Foundation
import Logging
import PrometheusMetrics
import ServiceLifecycle
import Systemd
import UnixSignals
import Vocative
import VocativeControl
import VocativeMQTT
import VocativePage
import VocativeWyoming

/// The daemon: listens and answers until it is stopped, with or without a service manager.
struct Daemon: Sendable {
  private let sources: ConfigurationSources
  private let manager: ServiceManager

  /// Creates a daemon with sources of settings.
  init(sources: ConfigurationSources) {
    self.sources = sources
    manager = .current
  }

  /// Runs until SIGTERM or SIGINT.
  ///
  /// - Throws: `ConfigurationError`, the error of the assistant or the model, or `CaptureError`.
  func run() async throws {
    let (restart, interruption) = (Restart(), Interruption())
    try await interruption.handled {
      do {
        try await serve(restart: restart, interruption: interruption)
      } catch {
        await RunningPrograms.endAll()
        throw error
      }
      await RunningPrograms.endAll()
    }
    restart.finish()
  }

  private func serve(restart: Restart, interruption: Interruption) async throws {
    // Installed first: without a handler, SIGHUP would end the program.
    let hangups = await UnixSignalsSequence(trapping: .sighup)
    let configuration = try sources.load()
    let threshold = DaemonLogHandler.Threshold(configuration.logLevel, focus: configuration.focus.map(Focus.init))
    let logger = Logger(label: "vocatived") { _ in DaemonLogHandler(threshold: threshold) }
    LibraryMessages.send(to: logger)
    let prometheus = configuration.metricsAddress.map { _ in PrometheusMetricsFactory(help: DaemonMetrics.help) }

    try configuration.check()
    let home = try configuration.importedHomeAssistant
    // An earlier import ends with its setting.
    if home == nil { HomeFile.standard.remove() }
    let (homes, homeChange) = AsyncStream.makeStream(of: HomeAssistantServer.self, bufferingPolicy: .bufferingNewest(1))
    let page = try configuration.pageAddress.map { (address: $0, hub: PageHub()) }
    let listener = try await Listener(
      configuration, metricsFactory: prometheus, page: page?.hub, manager: manager, logger: logger)
    if let warning = FocusCheck.warning(about: configuration, topics: await listener.loop.runtime.topics) {
      logger.warning("\(warning)")
    }
    if configuration.assistants.files.isEmpty {
      for file in configuration.assistants.catalog.folders.misnamed() { logger.warning("\(file)") }
    }
    let reloader = Reloader(
      sources: sources, current: configuration, threshold: threshold, manager: manager, logger: logger,
      hasChangedApps: { listener.assistants.apps.takeChanges() },
      make: { try await listener.makeRuntime($0) },
      replace: { runtime, configuration in
        try await listener.loop.replaceRuntime(runtime)
        listener.eventLog.follow(runtime)
        listener.assistants.begin()
        if let home = try? configuration.importedHomeAssistant { homeChange.yield(home) }
      })

    listener.assistants.reload { try await reloader.reload(because: "an assistant was enabled or disabled") }
    func service(_ service: any Service, of settings: any AnySetting...) -> ServiceGroupConfiguration.ServiceConfiguration {
      .init(
        service: SettingService(service, of: settings, in: configuration, logger: logger),
        serviceName: settings.first?.name ?? "")
    }
    let control = ControlServer(
      configuration.controlSocket, loop: listener.loop, assistants: listener.assistants, speech: listener.speech,
      restart: restart.begin, logger: logger
    ) {
      try await reloader.reload(because: "a client requested it")
    }
    let settings = Settings.all
    var services: [ServiceGroupConfiguration.ServiceConfiguration] = [
      .init(service: ReloadService(reloader: reloader, hangups: hangups)),
      .init(service: listener.announcements),
      .init(service: AlertService(ringer: AlertRinger(loop: listener.loop, logger: logger))),
      .init(service: AppAnnouncements(of: listener.assistants.apps, loop: listener.loop, logger: logger)),
      service(control, of: settings.controlSocket),
    ]
    if let home {
      homeChange.yield(home)
      let service = HomeService(homes, file: .standard, sentences: configuration.homeAssistantSentences ?? [], logger: logger) {
        try await reloader.reload(because: "Home Assistant has changed")
      }
      services.append(.init(service: service))
    }
    if let address = configuration.metricsAddress, let prometheus {
      services.append(
        service(MetricsService(address: address, factory: prometheus, logger: logger), of: settings.metricsAddress))
    }
    if let page {
      page.hub.stopRinging { await listener.loop.stopRinging() }
      page.hub.answerRequests { text, browser in _ = try await listener.loop.trigger(text, from: browser) }
      page.hub.serve(owner(of: listener, configuration, restart: restart))
      let server = try Self.pageServer(page.address, page.hub, of: listener, configuration, logger: logger)
      services.append(service(server, of: settings.pageHost, settings.pagePort))
    }
    services += try Self.wyoming(of: listener, configuration, logger: logger).map { service($0, of: settings.wyomingAddress) }
    services += Self.satellite(of: listener, configuration, logger: logger).map { service($0, of: settings.satelliteAddress) }
    if let broker = configuration.broker, let mailbox = listener.mailbox {
      services.append(
        .init(service: try configuration.brokerService(broker, loop: listener.loop, mailbox: mailbox, logger: logger)))
    }
    // Services shut down in reverse order.
    services += [
      .init(service: listener.service, successTerminationBehavior: .gracefullyShutdownGroup),
      .init(service: DepartureService(manager: manager, restart: restart, logger: logger)),
    ]
    // The messages of the service group are for its developers.
    let silence = Logger(label: "services") { _ in SwiftLogNoOpLogHandler() }
    let group = ServiceGroup(configuration: .init(services: services, logger: silence))
    let stop = { @Sendable in await group.triggerGracefulShutdown() }
    restart.stop(by: stop)
    interruption.stop(by: stop)
    try await group.run()
  }

  /// The operations of the owner on the page.
  private func owner(of listener: Listener, _ configuration: DaemonConfiguration, restart: Restart) -> PageOwner {
    let settings = Settings.all
    let devices = PageOwner.Devices(input: configuration.device, output: configuration.outputDevice)
    var owner = PageOwner(loop: listener.loop, speech: listener.speech, devices: devices, model: listener.model)
    owner.assistants = listener.assistants
    owner.restart = restart.begin
    if let file = sources.fileForChoice(of: [settings.device, settings.outputDevice]) {
      owner.chosenDevices = {
        let values = (try? file.read())?.values ?? [:]
        return PageOwner.Devices(
          input: values[settings.device.name] ?? devices.input, output: values[settings.outputDevice.name] ?? devices.output)
      }
      owner.changeDevices = { input, output in
        let changes = [settings.device.name: input, settings.outputDevice.name: output]
        _ = try file.set(changes.compactMapValues(\.self))
      }
    }
    return owner
  }

  private static func pageServer(
    _ address: PageAddress, _ hub: PageHub, of listener: Listener, _ configuration: DaemonConfiguration, logger: Logger
  ) throws -> PageServer {
    let catalog = configuration.assistants.catalog
    return try PageServer(
      address, hub: hub, runtime: { await listener.loop.runtime },
      presenters: { catalog.presenters(of: $0) }, calibration: configuration.calibration,
      logger: logger
    ) { url in
      // The token itself is not logged: more people can read the journal than may see the page.
      let file = configuration.pageTokenFile ?? PageToken.defaultFile
      // On a full disk, the token is in memory only.
      let place = FileManager.default.fileExists(atPath: file) ? "; its token is in \(file)" : ""
      logger.info("the page is at \(url)\(place)")
    }
  }

  /// The Wyoming server, and its announcement on the local network.
  private static func wyoming(
    of listener: Listener, _ configuration: DaemonConfiguration, logger: Logger
  ) throws -> [any Service] {
    guard let address = configuration.wyomingAddress else { return [] }
    let (addresses, bound) = AsyncStream.makeStream(of: WyomingAddress.self)
    let server = WyomingServer(
      address, services: try listener.wyomingServices(configuration), logger: logger
    ) { bound.yield($0) }
    return [server] + (configuration.isAnnounced(address) ? [ZeroconfAnnouncement(addresses: addresses, logger: logger)] : [])
  }

  /// The Home Assistant satellite, and its announcement on the local network.
  private static func satellite(
    of listener: Listener, _ configuration: DaemonConfiguration, logger: Logger
  ) -> [any Service] {
    guard let address = configuration.satelliteAddress, let link = listener.satelliteLink else { return [] }
    let (addresses, bound) = AsyncStream.makeStream(of: WyomingAddress.self)
    let satellite = WyomingSatellite(address, link: link, loop: listener.loop, logger: logger) { bound.yield($0) }
    guard configuration.isAnnounced(address) else { return [satellite] }
    let name = ZeroconfAnnouncement.defaultName + "-satellite"
    return [satellite, ZeroconfAnnouncement(name: name, addresses: addresses, logger: logger)]
  }

  /// Returns the exit status for an error of `run`.
  static func exitStatus(for error: any Error) -> Int32 { ExitStatus(for: error).rawValue }

  /// Returns the problem and its remedy, on one or more lines.
  static func message(for error: any Error) -> String { ErrorMessage.text(for: error) }
}
