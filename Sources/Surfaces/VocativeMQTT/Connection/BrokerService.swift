import Foundation
import HermesProtocol
public import Logging
import Mosquitto
public import ServiceLifecycle
public import Vocative

/// Connects the turn loop to an MQTT broker: skills through the Hermes protocol, a Home Assistant device, and other rooms, with
/// which it shares shortcuts and names.
///
/// If the broker is missing, the service waits for it; the turn loop is not affected.
public struct BrokerService: Service {
  private let settings: BrokerSettings
  private let configuration: MosquittoConfiguration
  private let device: HomeAssistantDevice
  private let loop: TurnLoop
  private let mailbox: TurnMailbox
  /// Nil if sharing is off.
  private let sharing: RoomSharing?
  private let logger: Logger
  /// The log of what other clients of the broker cause.
  private let log: ClientLog
  private let clock: any Clock<Duration>
  /// Signals that a message about the state of this box could not be sent.
  private let failures: AsyncStream<Void>
  private let failure: AsyncStream<Void>.Continuation

  /// The pause before the state of this box is sent again.
  private static let repeatTime = Duration.seconds(1)
  /// How long the final messages may take at shutdown.
  private static let patience = Duration.milliseconds(500)

  /// Creates a service for a loop that was given the mailbox.
  ///
  /// - Parameter clock: The clock for the check for changed shortcuts and names, every two seconds, and for states that are sent again.
  ///
  /// - Throws: `BrokerSettingsError`.
  public init(
    _ settings: BrokerSettings, loop: TurnLoop, mailbox: TurnMailbox, clock: any Clock<Duration> = ContinuousClock(),
    logger: Logger
  ) throws(BrokerSettingsError) {
    sharing = settings.isSharing ? RoomSharing(room: settings.room, loop: loop, clock: clock, logger: logger) : nil
    (self.settings, self.loop, self.mailbox, self.logger) = (settings, loop, mailbox, logger)
    log = ClientLog(logger)
    self.clock = clock
    (failures, failure) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    device = HomeAssistantDevice(room: settings.room)
    // Two programs in one room are two clients.
    let identifier = "vocative-\(settings.room.identifier.prefix(40))-\(UUID().uuidString.prefix(8).lowercased())"
    var configuration = try settings.configuration(identifier: identifier)
    configuration.will = device.availability(false)
    configuration.subscriptions = HermesTopic.requests + [device.muteCommandTopic, RoomClaim.subscription]
    self.configuration = configuration
    if settings.passwordFile != nil, !settings.address.isEncrypted, !settings.address.isLocal {
      logger.warning("the password for \(settings.address) is sent unencrypted; use mqtts:// to encrypt it")
    }
  }

  /// Stays connected until a graceful shutdown or cancellation.
  public func run() async throws {
    let client = MosquittoClient(configuration)
    await withDiscardingTaskGroup { group in
      group.addTask { await follow(client) }
      group.addTask { await work(client) }
      group.addTask { await repeatState() }
      if let sharing { group.addTask { await sharing.run() } }
      client.begin()
      // Also ends if the service is cancelled.
      try? await gracefulShutdown()
      group.cancelAll()
    }
    try? client.publish(device.availability(false))
    client.close()
    _ = await withTimeLimit(Self.patience, clock: ContinuousClock()) { await client.ended() }
  }

  /// Passes on the messages of the broker.
  private func follow(_ client: MosquittoClient) async {
    var reports = ConnectionReports()
    var loggedDrops = 0
    func logConnection() { logger.notice("connected to the broker \(settings.address) as the room \"\(settings.room)\"") }
    for await event in client.events {
      switch event {
      case .connected:
        if reports.connect() { logConnection() }
        await introduce(to: client)
        mailbox.arbiter.connect { publish($0, by: client) }
        sharing?.connect(client)
        mailbox.put(.connection(true))
      case .disconnected(let error):
        switch reports.disconnect(error.cause) {
        case .unreachable: logger.warning("the broker \(settings.address) can't be reached; retrying: \(error)")
        case .lost: logger.warning("the connection to the broker \(settings.address) was lost; retrying: \(error)")
        case .refused:
          logger.warning(
            "the broker \(settings.address) refuses this box; check mqtt-username and mqtt-password-file; retrying: \(error)")
        case .distrusted:
          logger.warning(
            """
            the certificate of the broker \(settings.address) is not trusted; check that it has not expired and that this computer's \
            date is right, set mqtt-certificate-authority to the authority that signed it, and write a host name of the certificate \
            in mqtt-uri; retrying: \(error)
            """)
        case .unidentified:
          logger.warning(
            """
            the certificate of this box for the broker \(settings.address) is missing or not accepted; check mqtt-certificate and \
            mqtt-key; retrying: \(error)
            """)
        case nil: break
        }
        mailbox.arbiter.disconnect()
        sharing?.disconnect()
        mailbox.put(.connection(false))
      case .settled:
        if reports.settle() { logConnection() }
        // The broker has noticed by now that an earlier connection, such as that from before a power failure, has ended, and has
        // published its will.
        publish(device.availability(true), by: client)
      case .received(let message, let arrival): receive(message, arrival: arrival)
      case .dropped(let reason):
        // No shared item is so large. Of many, some may be newer than this box's own.
        if reason == .tooMany { sharing?.lose() }
        let count = client.droppedMessages
        // Somebody may send such messages all day.
        guard count >= 2 * loggedDrops else { break }
        loggedDrops = count
        logger.warning(
          """
          messages from the broker were dropped, \(count) so far: they have more than \(configuration.limits.payload >> 10) KiB, \
          or arrive faster than they are read
          """)
      case .subscribed: break
      }
    }
  }

  private func introduce(to client: MosquittoClient) async {
    let status = await loop.status
    let messages =
      device.configuration + [device.availability(true), device.state(status.state), device.mute(status.muted)]
    for message in messages { publish(message, by: client) }
  }

  private func receive(_ message: MosquittoMessage, arrival: ContinuousClock.Instant) {
    // Before the shared items: the topics of a room named "shared" begin as theirs do.
    if let isMuted = device.muteCommand(in: message) {
      mailbox.putMuteCommand(isMuted)
      return
    }
    if sharing?.receive(message) == true { return }
    mailbox.arbiter.receive(message, arrival: arrival)
    // A retained request is outdated.
    guard !message.isRetained else { return }
    do throws(HermesError) {
      guard let request = try HermesRequest(topic: message.topic, payload: message.payload) else { return }
      if !mailbox.put(request) { log.warning("too many requests from the broker; dropping some") }
    } catch {
      log.warning("\(error)")
    }
  }

  /// Processes the mailbox.
  private func work(_ client: MosquittoClient) async {
    let publish: @Sendable (MosquittoMessage) -> Void = { self.publish($0, by: client) }
    var manager = HermesManager(
      room: settings.room, loop: loop, mailbox: mailbox, logger: logger, log: log, publish: publish)
    await withDiscardingTaskGroup { group in
      for await letter in mailbox.letters {
        mailbox.didRead(letter)
        switch letter {
        case .state(let state):
          publish(device.state(state))
          publish(device.mute(await loop.status.muted))
        case .begun(let dispatch) where !dispatch.isPrivate: device.intent(dispatch).map(publish)
        case .muteSwitched: if let isOn = mailbox.takeMuteCommand() { await mute(isOn, publish) }
        case .stateUnsent: await introduce(to: client)
        default: break
        }
        await manager.receive(letter, in: &group)
      }
      group.cancelAll()
    }
  }

  /// Applies the mute switch of the home automation, which ends only its own mute.
  private func mute(_ isOn: Bool, _ publish: (MosquittoMessage) -> Void) async {
    do {
      if isOn { try await loop.mute(by: .homeAutomation) } else { try await loop.unmute(by: .homeAutomation) }
    } catch {
      log.warning("\(error)")
    }
    let isMuted = await loop.status.muted
    if !isOn, isMuted {
      log.notice("Home Assistant turned its mute off; the microphone stays muted because another mute is in force")
    }
    // A change of state that shows the switch may follow only after an answer, or not at all.
    publish(device.mute(isMuted))
  }

  /// Sends the state of this box again some time after a message about it could not be sent.
  private func repeatState() async {
    for await _ in failures {
      guard (try? await clock.sleep(for: Self.repeatTime)) != nil else { return }
      mailbox.put(.stateUnsent)
    }
  }

  private func publish(_ message: MosquittoMessage, by client: MosquittoClient) {
    do throws(MosquittoError) {
      try client.publish(message)
    } catch {
      // Without a connection, messages are dropped; the next connection publishes the state again.
      guard client.isConnected else { return }
      log.warning("\(message.topic): \(error)")
      if message.isRetained { failure.yield() }
    }
  }
}
