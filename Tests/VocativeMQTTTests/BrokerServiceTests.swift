import BrokerTestSupport
import Foundation
import Logging
import Mosquitto
import Testing
import Vocative
import VocativeMQTT
import VocativeTestSupport

@Suite(
  "A box with a broker", .tags(.long), .enabled(if: Skill.isInstalled, Comment(rawValue: Skill.reason)),
  .enabled(if: MosquittoBroker.isInstalled, Comment(rawValue: MosquittoBroker.reason)), .timeLimit(.minutes(15)))
struct BrokerServiceTests {
  @Test("Home Assistant discovers a device with state, last intent and a mute switch")
  func discovery() async throws {
    let broker = try await MosquittoBroker()
    let box = try await Box(room: "Living Room", port: broker.port)
    let house = try await Skill(port: broker.port)
    // A client that connects later receives the retained messages.
    var configurations: [Skill.Message] = []
    for (component, object) in [("sensor", "state"), ("sensor", "intent"), ("switch", "mute")] {
      let topic = "homeassistant/\(component)/vocative_living_room/\(object)/config"
      let configuration = try #require(await house.find(topic))
      // Home Assistant 2026.4 names entities by it, and no longer by "object_id".
      #expect(configuration.text("default_entity_id") == "\(component).vocative_living_room_\(object)")
      configurations.append(configuration)
    }
    for configuration in configurations {
      #expect(configuration.text("availability_topic") == "vocative/living_room/availability")
      #expect(configuration.text("device.name") == "Vocative Living Room")
      #expect(configuration.text("device.identifiers.0") == "vocative_living_room")
    }
    #expect(Set(configurations.compactMap { $0.text("unique_id") }).count == 3)
    let command = try #require(configurations[2].text("command_topic"))
    let state = try #require(configurations[2].text("state_topic"))
    try house.publish(command, "ON")
    #expect(await house.next(state) { $0.text == "ON" } != nil)
    #expect(await box.loop.status.muted)
    // A mute applies before it is stored.
    #expect(try await eventually { try box.muteFile.read() })
    // The state follows the position of the switch.
    #expect(await house.next("vocative/living_room/state") { $0.text == "muted" } != nil)
    try house.publish(command, "OFF")
    #expect(await house.next(state) { $0.text == "OFF" } != nil)
    #expect(await !box.loop.status.muted)

    _ = try await box.loop.trigger("tell me")
    let intentTopic = try #require(configurations[1].text("state_topic"))
    let intent = try #require(await house.next(intentTopic))
    #expect(intent.text("intent") == "Tell")
    #expect(intent.text("room") == "Living Room")
    #expect(!intent.isRetained)
    await box.leave()
    #expect(await house.next("vocative/living_room/availability") { $0.text == "offline" } != nil)
  }

  @Test("A broker client can undo only its own mute, even after a restart")
  func mutes() async throws {
    let broker = try await MosquittoBroker()
    let box = try await Box(room: "kitchen", port: broker.port)
    let house = try await Skill(port: broker.port)
    _ = await house.find("vocative/kitchen/availability") { $0.text == "online" }
    try await box.loop.mute()
    try house.publish("vocative/kitchen/mute/set", "OFF")
    // The switch in the home automation returns to its previous position.
    #expect(await house.next("vocative/kitchen/mute") { $0.text == "ON" } != nil)
    #expect(await box.loop.status.mutedBy == [.owner])
    for topic in ["toggleOff", "toggleOn"] { try house.publish("hermes/hotword/\(topic)", "{\"siteId\": \"kitchen\"}") }
    try house.publish("vocative/kitchen/mute/set", "ON")
    #expect(try await eventually { await box.loop.status.mutedBy == [.homeAutomation, .owner] })
    try await box.loop.unmute()
    #expect(await box.loop.status.mutedBy == [.homeAutomation], "the owner's own is taken back, and it stays muted")
    try await box.loop.mute()
    try house.publish("vocative/kitchen/mute/set", "OFF")
    #expect(try await eventually { await box.loop.status.mutedBy == [.owner] })
    #expect(try await eventually { try box.muteFile.holders() == [.owner] })
    await box.leave()
    #expect(await house.next("vocative/kitchen/availability") { $0.text == "offline" } != nil)
    let again = try await Box(room: "kitchen", port: broker.port, folder: box.folder)
    // A message that is published before the box has subscribed is lost.
    #expect(await house.next("vocative/kitchen/availability") { $0.text == "online" } != nil)
    #expect(await again.loop.status.mutedBy == [.owner])
    try house.publish("vocative/kitchen/mute/set", "OFF")
    try house.publish("hermes/tts/say", #"{"text": "…", "siteId": "kitchen", "id": "after"}"#)
    #expect(await house.next("hermes/tts/sayFinished") { $0.text("id") == "after" } != nil)
    #expect(await again.loop.status.muted)
  }

  @Test("A skill can mute again after the owner has taken back all mutes")
  func mutesAgain() async throws {
    let broker = try await MosquittoBroker()
    let box = try await Box(room: "kitchen", port: broker.port)
    let house = try await Skill(port: broker.port)
    _ = await house.find("vocative/kitchen/availability") { $0.text == "online" }
    for _ in 1...2 {
      try house.publish("hermes/hotword/toggleOff", #"{"siteId": "kitchen", "reason": "film"}"#)
      #expect(try await eventually(within: .seconds(60)) { await box.loop.status.mutedBy == [.skill] })
      try await box.loop.unmuteForAll()
    }
    #expect(await !box.loop.status.muted)
  }

  @Test("The mute switch shows its new position at once, also while a request is performed")
  func muteMeanwhile() async throws {
    let broker = try await MosquittoBroker()
    let box = try await Box(room: "kitchen", port: broker.port)
    let house = try await Skill(port: broker.port)
    _ = await house.find("vocative/kitchen/availability") { $0.text == "online" }
    let request = Task { try await box.loop.trigger("yes please") }
    let session = try #require(await house.next("hermes/intent/Confirm")?.text("sessionId"))
    try house.publish("vocative/kitchen/mute/set", "ON")
    #expect(await house.next("vocative/kitchen/mute") { $0.text == "ON" } != nil)
    #expect(box.said.isEmpty, "the request still waits for its skill")
    try house.publish("hermes/dialogueManager/endSession", #"{"sessionId": "\#(session)", "text": "It is done."}"#)
    _ = try await request.value
    #expect(box.said == ["It is done."])
  }

  @Test("Of many commands of the mute switch that arrive at once, the last one counts, and other requests are not lost")
  func manyMutes() async throws {
    let broker = try await ScriptedBroker()
    broker.acknowledge()
    let box = try await Box(room: "kitchen", port: broker.port)
    #expect(await eventually { broker.texts(of: "vocative/kitchen/availability").contains("online") })
    let count = 900
    var messages = (1...count).map { ("vocative/kitchen/mute/set", $0 % 2 == 0 ? "ON" : "OFF") }
    messages.append(("hermes/tts/say", #"{"text": "…", "siteId": "kitchen", "id": "last"}"#))
    broker.send(messages)
    #expect(await eventually { broker.texts(of: "hermes/tts/sayFinished").contains { $0.contains("last") } })
    #expect(await box.loop.status.mutedBy == [.homeAutomation])
    #expect(await eventually { broker.texts(of: "vocative/kitchen/mute").last == "ON" })
    // Each command that is performed is followed by at least one message.
    #expect(broker.texts(of: "vocative/kitchen/mute").count < count)
    await box.leave()
  }

  @Test("The box sends its state again if the broker was too slow to receive it")
  func slowBroker() async throws {
    let broker = try await ScriptedBroker()
    let log = RecordedLog(from: .warning)
    let box = try await Box(room: "kitchen", port: broker.port, isSharing: false, logger: log.logger)
    let description = "homeassistant/switch/vocative_kitchen/mute/config"
    #expect(await eventually { broker.texts(of: description).count == 1 })
    while !log.messages.contains(where: { $0.contains("too many messages are in flight") }) {
      try await box.loop.mute()
      try await box.loop.unmute()
    }
    try await box.loop.mute()
    broker.acknowledge()
    #expect(
      await eventually { broker.texts(of: description).count >= 2 && broker.texts(of: "vocative/kitchen/mute").last == "ON" })
    await box.leave()
  }

  @Test("The mute switch works in a room named as the topics of shared items begin")
  func sharedRoom() async throws {
    let broker = try await MosquittoBroker()
    let box = try await Box(room: "shared", port: broker.port)
    let house = try await Skill(port: broker.port)
    _ = await house.find("vocative/shared/availability") { $0.text == "online" }
    try house.publish("vocative/shared/mute/set", "ON")
    #expect(try await eventually { await box.loop.status.mutedBy == [.homeAutomation] })
  }

  @Test("The box works without a broker, and announces itself again after the broker restarts")
  func restart() async throws {
    let broker = try await MosquittoBroker()
    let box = try await Box(room: "kitchen", port: broker.port)
    do {
      let house = try await Skill(port: broker.port)
      #expect(await house.find("vocative/kitchen/availability") { $0.text == "online" } != nil)
    }
    await broker.kill()
    _ = try await box.loop.trigger("tell me")
    #expect(box.said == ["I told you."])
    try await broker.start()
    let house = try await Skill(port: broker.port)
    #expect(await house.find("vocative/kitchen/availability") { $0.text == "online" } != nil)
    #expect(await house.find("homeassistant/switch/vocative_kitchen/mute/config") != nil)
    _ = try await box.loop.trigger("tell me")
    #expect(await house.find("hermes/intent/Tell") != nil)
  }

  @Test("The box announces itself again when its connection has lasted, as the will of an earlier connection may arrive after it")
  func lateWill() async throws {
    let broker = try await MosquittoBroker()
    let box = try await Box(room: "kitchen", port: broker.port, settlingTime: .milliseconds(100))
    // The word "online" has six bytes, and "offline" seven.
    let announcement = /PUBLISH from vocative-kitchen.*vocative\/kitchen\/availability.*\(6 bytes\)/
    #expect(await eventually { broker.messages.matches(of: announcement).count >= 2 }, "\(broker.messages)")
    await box.leave()
  }

  @Test("A broker that accepts the box and ends the connection again and again is logged once")
  func shortConnections() async throws {
    let broker = try await DismissiveBroker()
    let log = RecordedLog(from: .notice)
    let box = try await Box(room: "kitchen", port: broker.port, logger: log.logger)
    #expect(await eventually { broker.connections.count >= 3 })
    await box.leave()
    let lines = log.messages.filter { $0.contains("broker") }
    #expect(lines.count == 2, "\(lines)")
    #expect(lines.first?.contains("connected to the broker") == true, "\(lines)")
    #expect(lines.last?.contains("the connection to the broker mqtt://127.0.0.1:\(broker.port) was lost") == true, "\(lines)")
  }

  @Test(
    "A broker that refuses the box is logged once with the settings to check, even if it was unreachable before",
    arguments: [false, true])
  func refusal(isUnreachableBefore: Bool) async throws {
    let broker = try await MosquittoBroker(.password("kitchen", "secret"))
    if isUnreachableBefore { await broker.kill() }
    let log = RecordedLog(from: .warning)
    let box = try await Box(room: "kitchen", port: broker.port, logger: log.logger)
    if isUnreachableBefore {
      #expect(await eventually { log.messages.contains { $0.contains("can't be reached") } }, "\(log.messages)")
      try await broker.start()
    }
    let words = "refuses this box; check mqtt-username and mqtt-password-file"
    #expect(await eventually(within: .seconds(60)) { log.messages.contains { $0.contains(words) } }, "\(log.messages)")
    #expect(await eventually { broker.messages.matches(of: /not authori[sz]ed/).count >= 3 }, "\(broker.messages)")
    await box.leave()
    #expect(log.messages.count { $0.contains(words) } == 1, "\(log.messages)")
  }

  @Test("A message that is too large is dropped with a log message")
  func tooLarge() async throws {
    let broker = try await MosquittoBroker()
    let client = MosquittoClient(MosquittoConfiguration(host: "127.0.0.1", port: broker.port, identifier: "talkative"))
    defer { client.close() }
    var events = client.events.makeAsyncIterator()
    client.begin()
    while let event = await events.next(), event != .connected {}
    // Less than the maximum that the box announces to the broker, and more than it accepts. Retained, so that it may come first.
    try client.publish(
      MosquittoMessage(topic: "hermes/tts/say", payload: [UInt8](repeating: 32, count: 300_000), isRetained: true))
    let log = RecordedLog(from: .warning)
    let box = try await Box(room: "kitchen", port: broker.port, logger: log.logger)
    let words = "messages from the broker were dropped, 1 so far"
    #expect(await eventually { log.messages.contains { $0.contains(words) } }, "\(log.messages)")
    await box.leave()
  }

  @Test("A client that sends a fault again and again does not fill the log")
  func repeatedFault() async throws {
    let broker = try await MosquittoBroker()
    let log = RecordedLog(from: .notice)
    let box = try await Box(room: "kitchen", port: broker.port, logger: log.logger)
    let skill = try await Skill(port: broker.port)
    _ = await skill.find("vocative/kitchen/availability") { $0.text == "online" }
    for _ in 1...500 { try skill.publish("hermes/tts/say", #"{"siteId": "kitchen"}"#) }
    try skill.publish("hermes/tts/say", #"{"text": "…", "siteId": "kitchen", "id": "last"}"#)
    #expect(await skill.next("hermes/tts/sayFinished") { $0.text("id") == "last" } != nil)
    await box.leave()
    let count = log.messages.count { $0.contains("it has no \"text\"") }
    // Twenty in each minute that the test takes.
    #expect((1...200).contains(count), "\(count)")
    #expect(log.messages.contains { $0.contains("too many messages") })
  }

  @Test("A session that waits when the program ends is not logged as a fault")
  func waitingAtTheEnd() async throws {
    let broker = try await MosquittoBroker()
    let log = RecordedLog(from: .warning)
    let box = try await Box(room: "kitchen", port: broker.port, logger: log.logger)
    let skill = try await Skill(port: broker.port)
    _ = await skill.find("vocative/kitchen/availability") { $0.text == "online" }
    let request = Task { try await box.loop.trigger("yes please") }
    _ = await skill.next("hermes/intent/Confirm")
    try skill.publish(
      "hermes/dialogueManager/startSession", #"{"siteId": "kitchen", "init": {"type": "notification", "text": "Dinner."}}"#)
    #expect(await skill.next("hermes/dialogueManager/sessionQueued") != nil)
    await box.leave()
    _ = try await request.value
    #expect(!log.messages.contains { $0.contains("could not begin") }, "\(log.messages)")
  }

  @Test("Without a broker, a request for a skill fails immediately")
  func absent() async throws {
    let broker = try await MosquittoBroker()
    await broker.kill()
    let box = try await Box(room: "kitchen", port: broker.port)
    _ = try await box.loop.trigger("yes please")
    #expect(box.said == ["I can't reach anything that could do that."])
  }
}

@Suite("The address of a broker")
struct BrokerAddressTests {
  @Test(
    "A URI determines the host, the port and the encryption",
    arguments: [
      ("mqtt://broker.local", "broker.local", 1883, false), ("mqtts://broker.local/", "broker.local", 8883, true),
      ("mqtt://[::1]:1884", "::1", 1884, false), ("mqtt://10.0.0.1:1", "10.0.0.1", 1, false),
    ])
  func address(uri: String, host: String, port: Int, isEncrypted: Bool) throws {
    let address = try BrokerAddress(uri: uri)
    #expect((address.host, address.port, address.isEncrypted) == (host, port, isEncrypted))
    #expect(try BrokerAddress(uri: "\(address)") == address)
  }

  @Test(
    "An invalid address is rejected with an example, and without its password",
    arguments: [
      "", "mqtt://", "http://a", "mqtt://a:0", "mqtt://a:x", "mqtt://a:70000", "mqtt://a b", "mqtt://a/b", "mqtt://::1",
      "mqtt://[::1",
      "mqtt://me:secret@a:1883",
    ])
  func wrong(uri: String) {
    let error = #expect(throws: BrokerAddressError.self) { try BrokerAddress(uri: uri) }
    #expect(error?.description.contains("write mqtt://") == true)
    #expect(error?.description.contains("secret") == false)
  }

  @Test("A room has a name that can be part of a topic", arguments: ["kitchen", "Living Room", "Küche"])
  func room(name: String) {
    #expect(RoomName(name)?.description == name)
    for wrong in ["", "a/b", "+", "a#", " a", "$SYS", "a\u{0}", String(repeating: "a", count: 65)] {
      #expect(RoomName(wrong) == nil)
    }
  }
}
