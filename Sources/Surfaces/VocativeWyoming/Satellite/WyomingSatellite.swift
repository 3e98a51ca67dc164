public import Logging
public import ServiceLifecycle
import Synchronization
public import Vocative
import WyomingProtocol

/// A satellite of Home Assistant, which connects to it over the Wyoming protocol.
///
/// Vocative performs the requests that it understands. A `SatelliteLink` passes on the others, and Home Assistant can play
/// announcements.
public struct WyomingSatellite: Service {
  private let address: WyomingAddress
  private let link: SatelliteLink
  private let loop: TurnLoop
  private let name: String
  private let limits: WyomingLimits
  private let logger: Logger
  private let onListening: @Sendable (WyomingAddress) -> Void

  /// The default port of Wyoming satellites.
  public static let defaultPort = 10_700

  /// The maximum number of connections: Home Assistant, its replacement, and clients that request a description.
  private static let maxConnections = 8
  /// How long a connection may be idle: Home Assistant pings every other second.
  private static let idleTime = Duration.seconds(60)

  /// Creates a satellite at an address.
  ///
  /// - Parameters:
  ///   - link: The link that passes on the turn loop's requests.
  ///   - name: The satellite's name in Home Assistant.
  ///   - onListening: Called with the address when it accepts connections.
  public init(
    _ address: WyomingAddress, link: SatelliteLink, loop: TurnLoop, name: String = ZeroconfAnnouncement.defaultName,
    logger: Logger, onListening: @escaping @Sendable (WyomingAddress) -> Void = { _ in }
  ) {
    self.address = address
    self.link = link
    self.loop = loop
    self.name = name
    self.logger = logger
    self.onListening = onListening
    var limits = WyomingLimits()
    limits.connections = Self.maxConnections
    limits.idleTime = Self.idleTime
    self.limits = limits
  }

  /// Serves until the task is cancelled or a graceful shutdown begins.
  ///
  /// - Throws: `WyomingServerError` if the server can't listen on the address; it can then run again.
  public func run() async throws {
    let announcing = Mutex<Task<Void, Never>?>(nil)
    defer { announcing.withLock { $0 }?.cancel() }
    let endpoint = WyomingEndpoint(address: address, offer: "the satellite", limits: limits, logger: logger)
    try await endpoint.serve { address in
      // Not earlier: cancelling the task ends the stream, also for another run.
      let task = playAnnouncements()
      announcing.withLock { $0 = task }
      onListening(address)
    } session: { [link, loop, name, logger] answer, client in
      guard link.admits(client) else { return nil }
      return SatelliteSession(
        link: link, info: { WyomingEvent.Info(satellite: name, wakePhrases: await loop.runtime.assistant.wakePhrases) },
        answer: answer, client: client, logger: logger)
    }
  }

  /// Plays the announcements of Home Assistant until it is cancelled.
  private func playAnnouncements() -> Task<Void, Never> {
    // Not a child task: the wait for the end of a conversation can't be cancelled, and must not delay the shutdown.
    Task { [link, loop, logger] in
      for await announcement in link.announcements {
        await Self.announce(announcement, link: link, loop: loop, logger: logger)
      }
    }
  }

  private static func announce(
    _ announcement: SatelliteLink.Announcement, link: SatelliteLink, loop: TurnLoop, logger: Logger
  ) async {
    do {
      switch announcement {
      case .sentence(let text): try await loop.say(text)
      case .speech(let speech, let server):
        try await loop.announce(speech)
        await link.sendPlayed(to: server)
      }
    } catch {
      logger.warning("playing an announcement of Home Assistant failed: \(error)")
    }
  }
}
