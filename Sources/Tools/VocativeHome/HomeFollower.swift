package import Logging
package import VocativeIntentsFile

/// Follows the home of Home Assistant, also across its restarts.
package struct HomeFollower: Sendable {
  private let server: HomeAssistantServer
  private let logger: Logger
  private let clock: any Clock<Duration>

  /// The pauses after an event before the home is read: the states follow the registries after a moment.
  private static let pauses: [Duration] = [.milliseconds(50), .milliseconds(250), .milliseconds(1700)]
  private static let minPause = Duration.seconds(1)
  private static let maxPause = Duration.seconds(60)

  /// Creates a follower.
  ///
  /// - Parameter clock: Measures the pauses from one connection to the next.
  package init(_ server: HomeAssistantServer, logger: Logger, clock: any Clock<Duration> = ContinuousClock()) {
    (self.server, self.logger, self.clock) = (server, logger, clock)
  }

  /// Passes on the home, and again after each change, until the task is cancelled.
  ///
  /// A refused token is not sent again: Home Assistant counts it as a failed login, and may ban this computer after a few.
  ///
  /// - Parameter use: Returns whether it uses the home; if not, it receives the home again, at least once a minute.
  package func follow(_ use: @escaping @Sendable (HomeAssistantHome) async -> Bool) async {
    var pause = Self.minPause
    var lastFault: String?
    while !Task.isCancelled {
      let start = ContinuousClock.now
      let token = try? server.token()
      var refused: String?
      do {
        try await follow(once: use)
      } catch is CancellationError {
        return
      } catch {
        if case HomeAssistantSocketError.refused = error { refused = token }
        let next = refused == nil ? "trying again" : "waiting for another token in \(server.tokenFile)"
        // An outage is logged once.
        if lastFault != "\(error)" { logger.warning("\(error); \(next)") }
        lastFault = "\(error)"
      }
      if ContinuousClock.now - start > Self.maxPause { (pause, lastFault) = (Self.minPause, nil) }
      repeat {
        guard (try? await clock.sleep(for: pause)) != nil else { return }
        pause = min(pause * 2, Self.maxPause)
      } while refused != nil && (try? server.token()) == refused
      if refused != nil { (pause, lastFault) = (Self.minPause, nil) }
    }
  }

  private func follow(once use: @escaping @Sendable (HomeAssistantHome) async -> Bool) async throws {
    try await HomeAssistantSocket(server).withSession { [logger] session in
      for event in HomeAssistantHome.events {
        do {
          try await session.subscribe(to: event)
        } catch let error as HomeAssistantSocketError {
          // Older releases lack some events; the home is read once a minute too.
          guard case .failed = error else { throw error }
          logger.info("\(error)")
        }
      }
      var home = try await HomeAssistantHome(session)
      logger.notice("following Home Assistant: \(home.entityCount) entities are exposed to voice")
      var used = await use(home) ? home : nil
      for await _ in session.changes {
        for pause in Self.pauses {
          try await Task.sleep(for: pause)
          home = try await HomeAssistantHome(session)
          guard home != used else { continue }
          used = await use(home) ? home : nil
        }
      }
      throw HomeAssistantSocketError.closed
    }
  }
}
