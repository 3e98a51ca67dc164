import BrokerTestSupport
import Foundation
import Mosquitto
import Testing
import VocativeTestSupport

@Suite(
  "vocatived with a broker", .tags(.long), .enabled(if: MosquittoBroker.isInstalled, Comment(rawValue: MosquittoBroker.reason)),
  .timeLimit(.minutes(10)))
struct BrokerTests {
  private static let availability = "vocative/living_room/availability"

  /// A client that subscribes to all topics.
  private struct Watcher: ~Copyable {
    private let client: MosquittoClient
    private var events: MosquittoEvents.Iterator

    init(_ broker: MosquittoBroker) async {
      var configuration = MosquittoConfiguration(host: "127.0.0.1", port: broker.port, identifier: "watcher")
      configuration.subscriptions = ["#"]
      client = MosquittoClient(configuration)
      events = client.events.makeAsyncIterator()
      client.begin()
      while let event = await events.next(), event != .subscribed {}
    }

    deinit { client.close() }

    /// Waits for a message that contains these words, and returns false if the connection ends first.
    mutating func isTold(_ topic: String, _ words: String) async -> Bool {
      while let event = await events.next() {
        if case .received(let message, _) = event, message.topic == topic, message.text?.contains(words) == true { return true }
      }
      return false
    }
  }

  private func daemon(on broker: MosquittoBroker) throws -> DaemonProcess {
    var microphone = try SimulatedMicrophone(playing: [])
    microphone.speed = 1
    return try DaemonProcess([
      "--device", microphone.device, "--output-device", SimulatedLoudspeaker().device,
      "--mqtt-uri", "mqtt://127.0.0.1:\(broker.port)", "--room", "Living Room",
    ])
  }

  @Test("The daemon appears as an available device, and as unavailable after a signal ends it", arguments: [SIGTERM, SIGKILL])
  func presence(signal: Int32) async throws {
    let broker = try await MosquittoBroker()
    var watcher = await Watcher(broker)
    let daemon = try daemon(on: broker)
    #expect(await watcher.isTold("homeassistant/switch/vocative_living_room/mute/config", Self.availability))
    #expect(await watcher.isTold(Self.availability, "online"))
    daemon.signal(signal)
    #expect(await watcher.isTold(Self.availability, "offline"))
    #expect(await daemon.end() == (signal == SIGTERM ? 0 : -1), "\(daemon.log)")
  }
}
