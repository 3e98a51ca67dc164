import Foundation
import HermesProtocol
public import Logging
import Mosquitto
public import ServiceLifecycle
public import Vocative

/// The turn loop on an MQTT broker: skills by the Hermes protocol, a device for Home Assistant, and other rooms,
/// with which it shares shortcuts and names.
///
/// A broker that is not there is waited for, and disturbs nothing.
public struct BrokerService: Service {
  private let settings: BrokerSettings
  private let configuration: MosquittoConfiguration
  private let device: HomeAssistantDevice
  private let loop: TurnLoop
  private let mailbox: TurnMailbox
  /// nil where nothing is shared with other boxes.
  private let sharing: RoomSharing?
  private let logger: Logger

  /// How long a last word may take at the end.
  private static let patience = Duration.milliseconds(500)

  /// A service for a loop that was given the mailbox.
  ///
  /// - Parameter clock: By which it is looked, every two seconds, whether shortcuts or names have changed.
  /// - Throws: `BrokerSettingsError`.
  public init(
    _ settings: BrokerSettings, loop: TurnLoop, mailbox: TurnMailbox, clock: any Clock<Duration> = ContinuousClock(),
    logger: Logger
  ) throws(BrokerSettingsError) {
    sharing = settings.isSharing ? RoomSharing(room: settings.room, loop: loop, clock: clock, logger: logger) : nil
    (self.settings, self.loop, self.mailbox, self.logger) = (settings, loop, mailbox, logger)
    device = HomeAssistantDevice(room: settings.room)
    // Two programs of one room are two clients.
    let identifier = "vocative-\(settings.room.identifier.prefix(40))-\(UUID().uuidString.prefix(8).lowercased())"
    var configuration = try settings.configuration(identifier: identifier)
    configuration.will = device.availability(false)
    configuration.subscriptions = HermesTopic.requests + [device.muteCommandTopic, RoomClaim.subscription]
    self.configuration = configuration
    if settings.passwordFile != nil, !settings.address.isEncrypted, !settings.address.isLocal {
      logger.warning("the password for \(settings.address) goes over the network as it is; mqtts:// hides it")
    }
  }

  /// Stays connected until a graceful shutdown or its cancellation.
  public func run() async throws {
    let client = MosquittoClient(configuration)
    await withDiscardingTaskGroup { group in
      group.addTask { await follow(client) }
      group.addTask { await work(client) }
      if let sharing { group.addTask { await sharing.run() } }
      client.begin()
      // Also ends when the service is cancelled.
      try? await gracefulShutdown()
      group.cancelAll()
    }
    try? client.publish(device.availability(false))
    client.close()
    _ = await withTimeLimit(Self.patience, clock: ContinuousClock()) { await client.ended() }
  }

  /// Passes on what the broker says.
  private func follow(_ client: MosquittoClient) async {
    var isOut = false
    for await event in client.events {
      switch event {
      case .connected:
        isOut = false
        logger.notice("connected to the broker \(settings.address) as the room \"\(settings.room)\"")
        await introduce(to: client)
        mailbox.arbiter.connect { publish($0, by: client) }
        sharing?.connect(client)
        mailbox.put(.connection(true))
      case .disconnected(let error):
        if !isOut { logger.warning("the broker \(settings.address) cannot be reached, and is tried again and again: \(error)") }
        isOut = true
        mailbox.arbiter.disconnect()
        sharing?.disconnect()
        mailbox.put(.connection(false))
      case .received(let message, let arrival): take(message, arrival: arrival)
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

  private func take(_ message: MosquittoMessage, arrival: ContinuousClock.Instant) {
    if sharing?.take(message) == true { return }
    if let isMuted = device.muteCommand(in: message) {
      mailbox.put(.muteSwitched(isMuted))
      return
    }
    mailbox.arbiter.take(message, arrival: arrival)
    // A request that the broker has kept is nobody's wish now.
    guard !message.isRetained else { return }
    do throws(HermesError) {
      guard let request = try HermesRequest(topic: message.topic, payload: message.payload) else { return }
      if !mailbox.put(request) { logger.warning("too many requests come from the broker; some are left out") }
    } catch {
      logger.warning("\(error)")
    }
  }

  /// Reads the mailbox, and does what follows.
  private func work(_ client: MosquittoClient) async {
    let publish: @Sendable (MosquittoMessage) -> Void = { self.publish($0, by: client) }
    var manager = HermesManager(room: settings.room, loop: loop, mailbox: mailbox, logger: logger, publish: publish)
    await withDiscardingTaskGroup { group in
      for await letter in mailbox.letters {
        mailbox.didRead(letter)
        switch letter {
        case .state(let state):
          publish(device.state(state))
          publish(device.mute(await loop.status.muted))
        case .begun(let dispatch) where !dispatch.isPrivate: device.intent(dispatch).map(publish)
        case .muteSwitched(let isOn): await mute(isOn, publish)
        default: break
        }
        await manager.take(letter, in: &group)
      }
      group.cancelAll()
    }
  }

  /// Follows the mute switch of the home automation, which takes back its own mute and nobody else's.
  private func mute(_ isOn: Bool, _ publish: (MosquittoMessage) -> Void) async {
    do {
      if isOn { try await loop.mute(by: .homeAutomation) } else { try await loop.unmute(by: .homeAutomation) }
    } catch {
      logger.warning("\(error)")
    }
    let status = await loop.status
    guard !isOn, status.muted else { return }
    logger.notice("the mute switch on the broker was turned off, but the microphone stays muted by another side")
    // No change of state follows that would put the switch back.
    publish(device.mute(true))
  }

  private func publish(_ message: MosquittoMessage, by client: MosquittoClient) {
    do throws(MosquittoError) {
      try client.publish(message)
    } catch {
      // Without a connection nobody is to be told; what must be known is said anew with the next.
      if client.isConnected { logger.warning("\(message.topic): \(error)") }
    }
  }
}
