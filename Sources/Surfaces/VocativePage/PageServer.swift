import Foundation
import Hummingbird
import HummingbirdCore
public import Logging
import NIOCore
public import ServiceLifecycle
public import Vocative

/// Serves a page that shows events and answers, and edits voice shortcuts.
public struct PageServer: Service {
  private let address: PageAddress
  private let hub: PageHub
  private let routes: PageRoutes
  private let limits: PageLimits
  private let onListening: @Sendable (_ url: String) -> Void

  /// Creates a server for a hub.
  ///
  /// - Parameters:
  ///   - runtime: Returns the runtime that provides shortcuts and the timeline; called each time, as a reload may replace it.
  ///   - presenters: The presenters of cards, by assistant.
  ///   - onListening: Called with the page's URL when the page can be opened.
  ///
  /// - Throws: Never in practice: an error about a template, which is compiled into the program.
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
    if let fault = address.token.fault {
      logger.error("\(fault); until the next start, the page has a token of its own, which is in no file")
    }
    let cards = PageCards(hub: hub, presenters: presenters)
    hub.onAudience { isKiosk in Task { await cards.audienceChanged(isKiosk: isKiosk) } }
    routes = PageRoutes(
      address: address, sessions: PageSessions(token: address.token, path: address.sessionsFile), hub: hub,
      content: try PageContent(hub: hub, cards: cards, runtime: runtime, calibration: calibration),
      shortcuts: PageShortcuts(runtime: runtime), actions: PageActions(hub: hub, runtime: runtime),
      logger: logger)
  }

  /// Serves until the task is cancelled or a graceful shutdown begins.
  ///
  /// - Throws: `PageServerError` if the server can't listen on the address; it can then run again.
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
          throw PageServerError(address, code: error.errnoCode)
        } catch let error as SocketAddressError.UnknownHost {
          throw PageServerError(unknownHost: error.host)
        }
      } onCancel: {
        hub.close()
      }
    } onGracefulShutdown: {
      hub.close()
    }
  }
}

/// An error about an address on which the page can't be served.
public struct PageServerError: ServedAddressError, CustomStringConvertible {
  /// The address, the reason and the remedy.
  public let description: String
  /// Whether this computer does not have the address or does not know the host.
  public let isAddressMissing: Bool

  private static let addressRemedy = "use an address of this computer, such as 127.0.0.1"

  init(_ address: PageAddress, code: CInt) {
    isAddressMissing = code == EADDRNOTAVAIL
    let remedy = isAddressMissing ? Self.addressRemedy : "select another port"
    description = "can't serve the page at \(address): \(String(cString: strerror(code))); \(remedy)"
  }

  init(unknownHost host: String) {
    isAddressMissing = true
    description = "can't serve the page: the host \"\(host)\" is unknown; \(Self.addressRemedy)"
  }

  /// The exit status is `unavailable`.
  public var exitStatus: ExitStatus { .unavailable }
}
