public import Logging
public import ServiceLifecycle
public import Vocative
import WyomingProtocol

/// Ears and mouth of a Home Assistant elsewhere, which connects to it by the Wyoming protocol.
///
/// What is understood here is done here; the rest is passed on over a `SatelliteLink`, and what Home Assistant announces is played.
public struct WyomingSatellite: Service {
  private let address: WyomingAddress
  private let link: SatelliteLink
  private let loop: TurnLoop
  private let name: String
  private let limits: WyomingLimits
  private let logger: Logger
  private let onListening: @Sendable (WyomingAddress) -> Void

  /// The port that Wyoming satellites usually have.
  public static let usualPort = 10_700

  /// Connections at a time: that of Home Assistant, of one that takes its place, and of who only asks what there is.
  private static let mostConnections = 8
  /// How long a connection may be without any event: Home Assistant asks every other second whether the satellite is still there.
  private static let idleTime = Duration.seconds(60)

  /// A satellite at an address.
  ///
  /// - Parameters:
  ///   - link: What the loop passes on what it has not understood to.
  ///   - name: What Home Assistant calls it.
  ///   - onListening: Told where it is, when it can be reached.
  public init(
    _ address: WyomingAddress, link: SatelliteLink, loop: TurnLoop, name: String = ZeroconfAnnouncement.usualName,
    logger: Logger, onListening: @escaping @Sendable (WyomingAddress) -> Void = { _ in }
  ) {
    self.address = address
    self.link = link
    self.loop = loop
    self.name = name
    self.logger = logger
    self.onListening = onListening
    var limits = WyomingLimits()
    limits.connections = Self.mostConnections
    limits.idleTime = Self.idleTime
    self.limits = limits
  }

  /// Waits for Home Assistant until the task is cancelled or a graceful shutdown is asked for.
  ///
  /// - Throws: `WyomingServerError` when the address cannot be listened on.
  public func run() async throws {
    // No child task: what waits for the end of a conversation cannot be cancelled, and must not hold up the end of the program.
    let announcing = Task { [link, loop, logger] in
      for await announcement in link.announcements {
        await Self.announce(announcement, link: link, loop: loop, logger: logger)
      }
    }
    defer { announcing.cancel() }
    let endpoint = WyomingEndpoint(address: address, offer: "the satellite", limits: limits, logger: logger)
    try await endpoint.serve(onListening: onListening) { [link, loop, name, logger] answer, client in
      guard link.admits(client) else { return nil }
      return SatelliteSession(
        link: link, info: { WyomingEvent.Info(satellite: name, wakePhrases: await loop.runtime.assistant.wakePhrases) },
        answer: answer, client: client, logger: logger)
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
        await link.tellPlayed(to: server)
      }
    } catch {
      logger.warning("an announcement of Home Assistant's was not heard: \(error)")
    }
  }
}
