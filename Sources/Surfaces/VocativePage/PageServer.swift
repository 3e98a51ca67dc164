import Hummingbird
import HummingbirdCore
public import Logging
import NIOCore
public import ServiceLifecycle
public import Vocative

/// Serves a page that shows what is heard and answered, and where voice shortcuts are made.
public struct PageServer: Service {
  private let address: PageAddress
  private let hub: PageHub
  private let routes: PageRoutes
  private let limits: PageLimits
  private let onListening: @Sendable (_ url: String) -> Void

  /// A server for what a hub is told.
  ///
  /// - Parameters:
  ///   - runtime: The runtime whose shortcuts and timeline are shown; asked for each time, because it may be replaced.
  ///   - presenters: What draws the cards of an assistant, by its name.
  ///   - onListening: Told where the page is, when it can be opened.
  /// - Throws: Never in practice: what is wrong with a template that is inside the program.
  public init(
    _ address: PageAddress, hub: PageHub, runtime: @escaping @Sendable () async -> IntentRuntime,
    presenters: @escaping @Sendable (_ assistant: String) -> [any ResponsePresenter.Type],
    calibration: SpottingCalibrationFile = .user, logger: Logger,
    onListening: @escaping @Sendable (_ url: String) -> Void = { _ in }
  ) throws {
    self.address = address
    self.limits = address.limits
    self.hub = hub
    self.onListening = onListening
    let cards = PageCards(hub: hub, presenters: presenters)
    hub.onAudience { isKiosk in Task { await cards.audienceChanged(isKiosk: isKiosk) } }
    routes = PageRoutes(
      address: address, sessions: PageSessions(token: address.token, path: address.sessionsFile), hub: hub,
      content: try PageContent(hub: hub, cards: cards, runtime: runtime, calibration: calibration),
      shortcuts: PageShortcuts(runtime: runtime), logger: logger)
  }

  /// Serves until the task is cancelled or a graceful shutdown is asked for.
  ///
  /// - Throws: `PageServerError` when the address cannot be listened on.
  public func run() async throws {
    let application = Application(
      router: routes.router(),
      server: .http1(configuration: .init(idleTimeout: TimeAmount(limits.idleTime))),
      configuration: .init(
        address: .hostname(address.host, port: address.port),
        availableConnectionsDelegate: MaximumAvailableConnections(
          limits.connections, logger: Logger(label: "connections", factory: { _ in SwiftLogNoOpLogHandler() }))),
      onServerRunning: { channel in onListening(address.url(port: channel.localAddress?.port ?? address.port)) },
      logger: Logger(label: "page", factory: { _ in SwiftLogNoOpLogHandler() }))
    try await withGracefulShutdownHandler {
      try await withTaskCancellationHandler {
        do {
          try await application.run()
        } catch let error as IOError {
          throw PageServerError(address: "\(address)", reason: "\(error)")
        }
      } onCancel: {
        hub.close()
      }
    } onGracefulShutdown: {
      hub.close()
    }
  }
}

/// An address on which the page cannot be served.
public struct PageServerError: ExitStatusProviding, CustomStringConvertible {
  let address: String
  let reason: String

  /// The address, why, and what to do.
  public var description: String { "the page cannot be served at \(address): \(reason); name another port" }
  /// Something that is needed is not there.
  public var exitStatus: ExitStatus { .unavailable }
}
