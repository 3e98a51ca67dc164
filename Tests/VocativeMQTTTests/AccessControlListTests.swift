import BrokerTestSupport
import Mosquitto
import Testing
import VocativeMQTT
import VocativeTestSupport

@Suite(
  "The packaged access control list", .tags(.long),
  .enabled(if: MosquittoBroker.isInstalled, Comment(rawValue: MosquittoBroker.reason)), .timeLimit(.minutes(5)))
struct AccessControlListTests {
  private static let password = "secret"

  private func client(
    _ name: String, on broker: MosquittoBroker, subscriptions: [String] = []
  ) -> MosquittoClient {
    var configuration = MosquittoConfiguration(host: "127.0.0.1", port: broker.port, identifier: name)
    configuration.credentials = .init(username: name, password: Self.password)
    configuration.subscriptions = subscriptions
    return MosquittoClient(configuration)
  }

  @Test(
    "With the example access control list, a skill cannot take a phrase or silence a box, and a box cannot publish for another")
  func forgeries() async throws {
    let list = Repository.path("Sources/Programs/VocativeDaemon/Packaging/mosquitto.acl")
    let broker = try await MosquittoBroker(.controlled(["kitchen", "study", "skills"], Self.password, by: list))
    let watcher = client("kitchen", on: broker, subscriptions: ["vocative/rooms/+/heard", "vocative/shared/#", "hermes/#"])
    var told = watcher.events.makeAsyncIterator()
    watcher.begin()
    while let event = await told.next(), event != .subscribed {}
    let attempts: [(user: String, topics: [String], isAllowed: [Bool])] = [
      ("skills", ["vocative/rooms/kitchen/heard", "vocative/shared/money/shortcuts/x", "hermes/tts/say"], [false, false, true]),
      (
        "study",
        ["vocative/rooms/kitchen/heard", "vocative/rooms/study/heard", "vocative/shared/money/shortcuts/y", "hermes/last"],
        [false, true, true, true]
      ),
    ]
    for attempt in attempts {
      let client = client(attempt.user, on: broker)
      var events = client.events.makeAsyncIterator()
      client.begin()
      while let event = await events.next(), event != .connected {}
      for topic in attempt.topics { try client.publish(MosquittoMessage(topic: topic, text: attempt.user)) }
      let expected = zip(attempt.topics, attempt.isAllowed).filter(\.1).map(\.0)
      var arrived: [String] = []
      // The last topic is allowed, and the broker keeps the order.
      while arrived.last != attempt.topics.last, let event = await told.next() {
        if case .received(let message, _) = event { arrived.append(message.topic) }
      }
      #expect(arrived == expected, "by \(attempt.user)")
      client.close()
    }
    watcher.close()
  }
}
