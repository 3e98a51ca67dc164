import BrokerTestSupport
import Mosquitto
import Testing
import VocativeTestSupport

@Suite(
  "The client of an MQTT broker", .enabled(if: MosquittoBroker.isInstalled, Comment(rawValue: MosquittoBroker.reason)),
  .timeLimit(.minutes(10)))
struct MosquittoClientTests {
  private func configuration(
    _ broker: MosquittoBroker, _ identifier: String = "tested", host: String = "127.0.0.1"
  ) -> MosquittoConfiguration {
    var configuration = MosquittoConfiguration(host: host, port: broker.port, identifier: identifier)
    configuration.subscriptions = ["house/#"]
    configuration.limits.minDelay = .milliseconds(20)
    configuration.limits.maxDelay = .milliseconds(100)
    return configuration
  }

  /// A started client with its events.
  private struct Connected: ~Copyable {
    let client: MosquittoClient
    var events: MosquittoEvents.Iterator

    init(_ configuration: MosquittoConfiguration) {
      client = MosquittoClient(configuration)
      events = client.events.makeAsyncIterator()
      client.begin()
    }

    deinit { client.close() }

    mutating func next() async -> MosquittoEvent? { await events.next() }

    mutating func subscribed() async {
      while let event = await events.next(), event != .subscribed {}
    }

    mutating func message() async -> MosquittoMessage? {
      while let event = await events.next() { if case .received(let message, _) = event { return message } }
      return nil
    }

    mutating func error() async -> MosquittoError? {
      while let event = await events.next() { if case .disconnected(let error) = event { return error } }
      return nil
    }
  }

  @Test("The client sends and receives messages, and receives retained ones")
  func messages() async throws {
    let broker = try await MosquittoBroker()
    var sender = Connected(configuration(broker, "sender"))
    await sender.subscribed()
    try sender.client.publish(MosquittoMessage(topic: "house/kept", text: "Grüße 🏖", isRetained: true))
    #expect(await sender.message()?.text == "Grüße 🏖")
    var receiver = Connected(configuration(broker, "receiver"))
    #expect(await receiver.message() == MosquittoMessage(topic: "house/kept", text: "Grüße 🏖", isRetained: true))
    try sender.client.publish(MosquittoMessage(topic: "house/live", payload: [0, 255]))
    #expect(await receiver.message() == MosquittoMessage(topic: "house/live", payload: [0, 255]))
  }

  @Test("The client reconnects with its subscriptions after the broker restarts")
  func reconnection() async throws {
    let broker = try await MosquittoBroker()
    var client = Connected(configuration(broker))
    await client.subscribed()
    await broker.kill()
    _ = await client.error()
    #expect(!client.client.isConnected)
    #expect(throws: MosquittoError.self) { try client.client.publish(MosquittoMessage(topic: "house/a", text: "lost")) }
    try await broker.start()
    await client.subscribed()
    #expect(client.client.isConnected)
    try client.client.publish(MosquittoMessage(topic: "house/a", text: "kept"))
    #expect(await client.message()?.text == "kept")
  }

  @Test("Retained messages of a later subscription arrive before messages that are sent after it")
  func subscribing() async throws {
    let broker = try await MosquittoBroker()
    let topics = (0..<200).map { "house/\($0)" }
    var first = Connected(configuration(broker, "first"))
    await first.subscribed()
    for topic in topics { try first.client.publish(MosquittoMessage(topic: topic, text: topic, isRetained: true)) }
    for _ in topics { _ = await first.message() }

    var quiet = configuration(broker, "second")
    quiet.subscriptions = ["nothing"]
    var second = Connected(quiet)
    await second.subscribed()
    try second.client.subscribe(to: "house/#")
    try second.client.publish(MosquittoMessage(topic: "house/last", text: "last", isRetained: true))
    var told: [String] = []
    while let message = await second.message() {
      told.append(message.topic)
      if message.topic == "house/last" { break }
    }
    #expect(told.count == topics.count + 1)
    #expect(Set(told) == Set(topics + ["house/last"]))
  }

  @Test("The broker has all subscriptions before it receives a message that is published when the client is connected")
  func subscriptionOrder() async throws {
    let broker = try await MosquittoBroker()
    var settings = configuration(broker)
    settings.subscriptions = (0..<1000).map { "house/\($0)" }
    for _ in 1...5 {
      var client = Connected(settings)
      #expect(await client.next() == .connected)
      try client.client.publish(MosquittoMessage(topic: "house/999", text: "first"))
      try client.client.publish(MosquittoMessage(topic: "house/0", text: "second"))
      #expect(await client.message()?.text == "first")
      client.client.close()
      await client.client.ended()
    }
  }

  @Test("The broker publishes the will if the client dies, but not if it disconnects")
  func will() async throws {
    let broker = try await MosquittoBroker()
    var witness = Connected(configuration(broker, "witness"))
    await witness.subscribed()
    var settings = configuration(broker, "mortal")
    settings.subscriptions = []
    settings.will = MosquittoMessage(topic: "house/mortal", text: "offline", isRetained: true)
    do {
      var polite = Connected(settings)
      #expect(await polite.next() == .connected)
      try polite.client.publish(MosquittoMessage(topic: "house/mortal", text: "bye"))
      polite.client.close()
      await polite.client.ended()
    }
    #expect(await witness.message()?.text == "bye")
    var mortal = Connected(settings)
    #expect(await mortal.next() == .connected)
    // Another client with the same name: the broker drops the first without a disconnect message.
    var heir = Connected(configuration(broker, "mortal"))
    #expect(await heir.next() == .connected)
    #expect(await witness.message()?.text == "offline")
    mortal.client.close()
    await mortal.client.ended()
  }

  @Test("The broker accepts the client with its password and rejects it with a reason without it")
  func password() async throws {
    let broker = try await MosquittoBroker(.password("vocative", "a b\"c"))
    var settings = configuration(broker)
    settings.credentials = .init(username: "vocative", password: "a b\"c")
    var client = Connected(settings)
    #expect(await client.next() == .connected)
    settings.credentials = .init(username: "vocative", password: "other")
    settings.identifier = "other"
    var refused = Connected(settings)
    let error = await refused.error()
    #expect(error?.operation == "connect")
    #expect(error?.reason.lowercased().contains("not authori") == true, "\(error.debugDescription)")
    #expect(error?.cause == .credentials)
  }

  @Test("The client accepts a broker's certificate only from the given authority and for the right host name")
  func encryption() async throws {
    let broker = try await MosquittoBroker(.encrypted)
    var settings = configuration(broker, host: "localhost")
    settings.encryption = .init(certificateAuthority: broker.authority)
    var client = Connected(settings)
    await client.subscribed()
    try client.client.publish(MosquittoMessage(topic: "house/a", text: "sealed"))
    #expect(await client.message()?.text == "sealed")

    settings.identifier = "stranger"
    settings.encryption = .init()
    var stranger = Connected(settings)
    let distrust = await stranger.error()
    #expect(distrust?.description.contains("certificate verify failed") == true)
    #expect(distrust?.cause == .certificate)

    settings.identifier = "misnamed"
    settings.host = "127.0.0.1"
    settings.encryption = .init(certificateAuthority: broker.authority)
    var misnamed = Connected(settings)
    #expect(await misnamed.error()?.cause == .certificate)
    #expect(!misnamed.client.isConnected)

    settings.encryption = .init(certificateAuthority: "/nowhere.pem")
    var lost = Connected(settings)
    #expect(await lost.error()?.operation == "certificates")
  }

  @Test("The client authenticates with a certificate, and the broker rejects a client without one")
  func certificate() async throws {
    let broker = try await MosquittoBroker(.certified)
    var settings = configuration(broker, host: "localhost")
    settings.encryption = .init(
      certificateAuthority: broker.authority, certificate: broker.client.certificate, key: broker.client.key)
    var client = Connected(settings)
    await client.subscribed()
    try client.client.publish(MosquittoMessage(topic: "house/a", text: "known"))
    #expect(await client.message()?.text == "known")

    settings.identifier = "stranger"
    settings.encryption = .init(certificateAuthority: broker.authority)
    var stranger = Connected(settings)
    #expect(await stranger.error()?.cause == .ownCertificate)
    #expect(!stranger.client.isConnected)
  }

  @Test("The client drops messages that are too large or exceed its queue, and reports each reason once until it is read")
  func limits() async throws {
    let broker = try await MosquittoBroker()
    var sender = Connected(configuration(broker, "sender"))
    await sender.subscribed()
    var settings = configuration(broker, "small")
    settings.limits.payload = 1000
    settings.limits.queuedMessages = 3
    var small = Connected(settings)
    await small.subscribed()
    // Larger than the maximum announced to the broker, and larger than the payload limit alone.
    for size in [200_000, 2000] {
      try sender.client.publish(MosquittoMessage(topic: "house/large", payload: [UInt8](repeating: 1, count: size)))
    }
    for number in 0..<10 { try sender.client.publish(MosquittoMessage(topic: "house/\(number)", text: "x")) }
    let client = small.client
    #expect(await eventually { client.droppedMessages == 8 }, "\(client.droppedMessages)")
    #expect(await small.next() == .dropped(.tooLarge))
    for number in 0..<3 { #expect(await small.message()?.topic == "house/\(number)") }
    #expect(await small.next() == .dropped(.tooMany))
    try sender.client.publish(MosquittoMessage(topic: "house/after", text: "x"))
    #expect(await small.message()?.topic == "house/after")
    try sender.client.publish(MosquittoMessage(topic: "house/large", payload: [UInt8](repeating: 1, count: 2000)))
    #expect(await small.next() == .dropped(.tooLarge))
  }

  @Test("The arrival time of a message is the time it was received, not the time it was read")
  func arrival() async throws {
    let broker = try await MosquittoBroker()
    var sender = Connected(configuration(broker, "sender"))
    await sender.subscribed()
    var settings = configuration(broker, "slow")
    settings.limits.queuedMessages = 1
    var slow = Connected(settings)
    await slow.subscribed()
    let sent = ContinuousClock.now
    for text in ["first", "second"] { try sender.client.publish(MosquittoMessage(topic: "house/a", text: text)) }
    let client = slow.client
    #expect(await eventually { client.droppedMessages == 1 })
    let dropped = ContinuousClock.now
    guard case .received(_, let arrival)? = await slow.next() else { return #expect(Bool(false), "nothing was received") }
    #expect((sent...dropped).contains(arrival))
  }

  @Test(
    "The client falls back to version 3.1.1 with an older broker, which refuses version 5 or disconnects without an answer",
    arguments: [true, false])
  func oldBroker(refuses: Bool) async throws {
    let broker = try await OldBroker(refuses: refuses)
    var settings = MosquittoConfiguration(host: "127.0.0.1", port: broker.port, identifier: "tested")
    settings.subscriptions = ["house/#"]
    var client = Connected(settings)
    // The fallback is not reported as a failure.
    #expect(await client.next() == .connected)
    #expect(await client.message() == MosquittoMessage(topic: "house/a", text: "X"))
    #expect(broker.levels == [5, 4])
  }

  @Test("A broker that accepts the client and ends the connection is tried less and less often")
  func shortConnections() async throws {
    let broker = try await DismissiveBroker()
    var settings = MosquittoConfiguration(host: "127.0.0.1", port: broker.port, identifier: "tested")
    settings.subscriptions = ["house/#"]
    settings.limits.minDelay = .milliseconds(20)
    settings.limits.maxDelay = .seconds(10)
    var client = Connected(settings)
    #expect(await client.next() == .connected)
    for _ in 0..<6 { _ = await client.error() }
    // Five pauses, each twice as long as the one before, and each a quarter shorter by chance at most.
    let times = broker.connections
    try #require(times.count >= 6)
    let shortest = Duration.milliseconds(20 + 40 + 80 + 160 + 320) * 0.75
    #expect(times[5] - times[0] >= shortest)
  }

  @Test("A connection that has lasted is reported as settled")
  func settling() async throws {
    let broker = try await MosquittoBroker()
    var settings = configuration(broker)
    settings.limits.settlingTime = .zero
    var client = Connected(settings)
    #expect(await client.next() == .connected)
    while let event = await client.next(), event != .settled {}
    #expect(client.client.isConnected)
  }

  @Test("The client waits for a missing broker, and stops at once when it is closed")
  func absentBroker() async throws {
    let broker = try await MosquittoBroker()
    await broker.kill()
    var client = Connected(configuration(broker))
    #expect(await client.error()?.reason.contains("refused") == true)
    try await broker.start()
    await client.subscribed()
    await broker.kill()
    client.client.close()
    await client.client.ended()
    while await client.next() != nil {}
    let never = MosquittoClient(configuration(broker))
    never.close()
    await never.ended()
    #expect(await never.events.first { _ in true } == nil)
  }
}
