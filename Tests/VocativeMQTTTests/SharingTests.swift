import BrokerTestSupport
import Foundation
import Logging
import Mosquitto
import Testing
import Vocative
import VocativeMQTT
import VocativeTestSupport

@Suite(
  "Shortcuts shared by rooms through a broker", .tags(.long), .enabled(if: Skill.isInstalled, Comment(rawValue: Skill.reason)),
  .enabled(if: MosquittoBroker.isInstalled, Comment(rawValue: MosquittoBroker.reason)), .timeLimit(.minutes(15)))
struct SharingTests {
  private let tell = Shortcut(intent: "Tell", values: [:], title: "Tell me")

  private func add(_ phrase: String, to box: Box, _ step: Shortcut? = nil) async throws -> VoiceShortcut {
    let change = try await box.runtime.shortcuts.add(phrase: phrase, steps: [step ?? tell])
    guard case .added(let shortcut) = change else { throw Refused(change: change) }
    return shortcut
  }

  private struct Refused: Error {
    let change: VoiceShortcutChange
  }

  /// Waits until a box has these phrases and no others.
  private func has(_ box: Box, _ phrases: Set<String>) async throws -> Bool {
    try await eventually { Set(try await box.runtime.memory.shortcuts.all().map(\.invocationPhrase)) == phrases }
  }

  @Test("A shortcut and its changes apply in all rooms until it is deleted in any of them")
  func life() async throws {
    let broker = try await MosquittoBroker()
    let (kitchen, hall) = (
      try await Box(room: "kitchen", port: broker.port), try await Box(room: "hall", port: broker.port)
    )
    let shortcut = try await add("summer dreams", to: kitchen)
    #expect(try await has(hall, ["summer dreams"]))
    _ = try await hall.loop.trigger("summer dreams")
    #expect(hall.said == ["I told you."])
    #expect(try await hall.runtime.shortcuts.update(id: shortcut.id, phrase: "beach time") != .failed(reason: ""))
    #expect(try await has(kitchen, ["beach time"]))
    _ = try await kitchen.runtime.shortcuts.delete(shortcut.id)
    #expect(try await has(hall, []))
    _ = try await hall.loop.trigger("beach time")
    #expect(hall.said == ["I told you.", "I didn't catch that."])
  }

  @Test("Without sharing, a box neither reads nor publishes shortcuts")
  func off() async throws {
    let broker = try await MosquittoBroker()
    let watcher = try await Skill(port: broker.port)
    let (kitchen, hall) = (
      try await Box(room: "kitchen", port: broker.port), try await Box(room: "hall", port: broker.port, isSharing: false)
    )
    _ = try await add("summer dreams", to: kitchen)
    _ = try await add("beach time", to: hall)
    #expect(await watcher.find("vocative/hall/availability") { $0.text == "online" } != nil)
    // By then, another box with sharing has received it, so there was enough time.
    let study = try await Box(room: "study", port: broker.port)
    #expect(try await has(study, ["summer dreams"]))
    #expect(try await has(hall, ["beach time"]))
    #expect(!watcher.told.contains { $0.topic.hasPrefix("vocative/shared/") && $0.json.contains("beach time") })
  }

  @Test("Changes by other programs to the box's store are shared too")
  func otherProgram() async throws {
    let broker = try await MosquittoBroker()
    let clock = HurriedClock(pause: .milliseconds(20))
    let (kitchen, hall) = (
      try await Box(room: "kitchen", port: broker.port), try await Box(room: "hall", port: broker.port, clock: clock)
    )
    _ = try await add("summer dreams", to: kitchen)
    #expect(try await has(hall, ["summer dreams"]))
    let program = try Box.memory(of: hall.runtime.assistant.name, in: hall.folder)
    _ = await program.shortcuts.add(phrase: "beach time", steps: [tell])
    #expect(try await has(kitchen, ["summer dreams", "beach time"]))
    let first = try #require(try await program.shortcuts.all().first)
    _ = await program.shortcuts.delete(first.id)
    #expect(try await has(kitchen, ["beach time"]))
    #expect(clock.asked == [.seconds(2)], "the room does not look more often")
  }

  @Test("Changes during an outage reach all rooms, even if the broker has lost its messages")
  func cut() async throws {
    let broker = try await MosquittoBroker()
    let boxes = [
      try await Box(room: "kitchen", port: broker.port), try await Box(room: "hall", port: broker.port),
      try await Box(room: "study", port: broker.port),
    ]
    let shortcut = try await add("summer dreams", to: boxes[0])
    let other = try await add("payday", to: boxes[1])
    for box in boxes { #expect(try await has(box, ["summer dreams", "payday"])) }
    await broker.kill()
    _ = try await boxes[0].runtime.shortcuts.delete(other.id)
    _ = try await boxes[1].runtime.shortcuts.update(id: shortcut.id, phrase: "beach time")
    _ = try await add("good morning", to: boxes[1])
    _ = try await add("movie night", to: boxes[2])
    _ = try await boxes[2].loop.trigger("movie night")
    #expect(boxes[2].said == ["I told you."])
    try await broker.start()
    for box in boxes { #expect(try await has(box, ["beach time", "good morning", "movie night"])) }
    // A new box receives everything from the broker alone.
    for box in boxes { await box.leave() }
    let fresh = try await Box(room: "attic", port: broker.port)
    #expect(try await has(fresh, ["beach time", "good morning", "movie night"]))
  }

  @Test(
    "Two rooms that used the same phrase during an outage agree on one meaning, and the log omits the phrase")
  func onePhrase() async throws {
    let broker = try await MosquittoBroker()
    await broker.kill()
    let log = RecordedLog(from: .info)
    let (kitchen, hall) = (
      try await Box(room: "kitchen", port: broker.port, logger: log.logger),
      try await Box(room: "hall", port: broker.port, logger: log.logger)
    )
    _ = try await add("movie night", to: hall)
    let older = try await add("summer dreams", to: kitchen)
    let younger = try await add(
      "summer dreams", to: hall, Shortcut(intent: "Confirm", values: [:], title: "Confirm something"))
    try await broker.start()
    for box in [kitchen, hall] {
      #expect(try await has(box, ["summer dreams", "movie night"]))
      #expect(try await eventually { try await box.runtime.memory.shortcuts.shared().count == 3 })
      #expect(try await box.runtime.memory.shortcuts.all().map(\.id).contains(older.id))
      _ = try await box.loop.trigger("summer dreams")
      #expect(box.said == ["I told you."])
    }
    let lines = log.messages.filter { $0.contains("waits") }
    #expect(lines.count == 2 && lines.allSatisfy { $0.contains(younger.id) && $0.contains("Confirm something") }, "\(lines)")
    #expect(!log.messages.joined().contains("summer dreams"))
    _ = try await kitchen.runtime.shortcuts.delete(older.id)
    #expect(try await eventually { try await hall.runtime.memory.shortcuts.all().map(\.id).contains(younger.id) })
  }

  @Test("A room that was off receives all changes, and does not restore deleted shortcuts", arguments: [false, true])
  func off(isBrokerNew: Bool) async throws {
    let broker = try await MosquittoBroker()
    let kitchen = try await Box(room: "kitchen", port: broker.port)
    let folder = try TemporaryFolder()
    let shortcut = try await add("summer dreams", to: kitchen)
    do {
      let hall = try await Box(room: "hall", port: broker.port, folder: folder)
      #expect(try await has(hall, ["summer dreams"]))
      await hall.leave()
    }
    _ = try await kitchen.runtime.shortcuts.delete(shortcut.id)
    _ = try await add("beach time", to: kitchen)
    if isBrokerNew {
      await broker.kill()
      try await broker.start()
    }
    let hall = try await Box(room: "hall", port: broker.port, folder: folder)
    #expect(try await has(hall, ["beach time"]))
    #expect(try await has(kitchen, ["beach time"]))
  }

  @Test("Items shared by other rooms are available without a broker")
  func alone() async throws {
    let broker = try await MosquittoBroker()
    let folder = try TemporaryFolder()
    do {
      let kitchen = try await Box(room: "kitchen", port: broker.port)
      let hall = try await Box(room: "hall", port: broker.port, folder: folder)
      _ = try await add("summer dreams", to: kitchen)
      #expect(try await has(hall, ["summer dreams"]))
      await hall.leave()
    }
    await broker.kill()
    let hall = try await Box(room: "hall", port: broker.port, folder: folder)
    _ = try await hall.loop.trigger("summer dreams")
    #expect(hall.said == ["I told you."])
  }

  @Test("A shortcut created on the broker does not unlock private requests")
  func locked() async throws {
    let broker = try await MosquittoBroker()
    let box = try await Box(room: "kitchen", port: broker.port)
    let somebody = try await Skill(port: broker.port)
    let shared = "vocative/shared/\(box.runtime.assistant.name)"
    // From then on, the client receives all messages.
    _ = await somebody.find("\(shared)/boxes/\(try await box.runtime.memory.store.box())")
    try somebody.publish(
      "\(shared)/shortcuts/one",
      #"{"version":{"counter":1,"author":"zzz"},"phrase":"sesame street","steps":[{"intent":"Secret","values":{},"title":"x"}]}"#)
    #expect(try await has(box, ["sesame street"]))
    _ = try await box.loop.trigger("sesame street")
    #expect(box.said == ["That's private, and there's no passphrase to unlock it with."])
  }

  @Test("A shortcut to a private request stays on its box")
  func secret() async throws {
    let broker = try await MosquittoBroker()
    let (kitchen, hall) = (
      try await Box(room: "kitchen", port: broker.port), try await Box(room: "hall", port: broker.port)
    )
    let somebody = try await Skill(port: broker.port)
    let hidden = try await add("sesame street", to: kitchen, Shortcut(intent: "Secret", values: [:], title: "Open the safe"))
    for phrase in ["beach time", "payday"] {
      let shown = try await add(phrase, to: kitchen)
      _ = await somebody.find("vocative/shared/\(kitchen.runtime.assistant.name)/shortcuts/\(shown.id)")
    }
    #expect(try await has(hall, ["beach time", "payday"]))
    #expect(!somebody.told.contains { $0.topic.contains(hidden.id) || $0.json.contains("sesame") })
    #expect(try await has(kitchen, ["sesame street", "beach time", "payday"]))
  }

  @Test("A shared shortcut that becomes private is deleted in the other rooms, and returns when it is not private any more")
  func withdrawn() async throws {
    let broker = try await MosquittoBroker()
    let (kitchen, hall) = (
      try await Box(room: "kitchen", port: broker.port), try await Box(room: "hall", port: broker.port)
    )
    let shortcut = try await add("beach time", to: kitchen)
    #expect(try await has(hall, ["beach time"]))
    let secret = Shortcut(intent: "Secret", values: [:], title: "Open the safe")
    _ = try await kitchen.runtime.shortcuts.update(id: shortcut.id, steps: [secret])
    #expect(try await has(hall, []))
    #expect(try await has(kitchen, ["beach time"]))
    _ = try await kitchen.runtime.shortcuts.update(id: shortcut.id, steps: [tell])
    #expect(try await has(hall, ["beach time"]))
  }

  @Test("A box with a new assistant shares that assistant's shortcuts, and leaves the previous ones unchanged")
  func otherAssistant() async throws {
    let broker = try await MosquittoBroker()
    let (kitchen, hall) = (
      try await Box(room: "kitchen", port: broker.port), try await Box(room: "hall", port: broker.port)
    )
    _ = try await add("summer dreams", to: kitchen)
    #expect(try await has(hall, ["summer dreams"]))
    let assistant = try IntentsFile.load(path: hall.folder.write(Box.intents, to: "office+garden.intents.yaml"))
    func runtime(of box: Box) throws -> IntentRuntime {
      IntentRuntime(assistant: assistant, memory: try Box.memory(of: assistant.name, in: box.folder), logger: .silent)
    }
    let (kitchens, halls) = (try runtime(of: kitchen), try runtime(of: hall))
    try await hall.loop.replaceRuntime(halls)
    _ = try await halls.shortcuts.add(phrase: "beach time", steps: [tell])
    try await kitchen.loop.replaceRuntime(kitchens)
    #expect(
      try await eventually { try await kitchens.memory.shortcuts.all().map(\.invocationPhrase) == ["beach time"] })
    #expect(try await halls.memory.shortcuts.all().map(\.invocationPhrase) == ["beach time"])
    #expect(try await has(kitchen, ["summer dreams"]))
  }

  @Test("After a dropped message, a box asks for all shared items again before it publishes its own older one")
  func dropped() async throws {
    let broker = try await MosquittoBroker()
    let (kitchen, study) = (
      try await Box(room: "kitchen", port: broker.port), try await Box(room: "study", port: broker.port)
    )
    let shortcut = try await add("summer dreams", to: kitchen)
    #expect(try await has(study, ["summer dreams"]))
    await study.leave()
    _ = try await kitchen.runtime.shortcuts.update(id: shortcut.id, phrase: "beach time")
    let hall = try await Box(room: "hall", port: broker.port)
    #expect(try await has(hall, ["beach time"]))
    // Only the broker still has the new version.
    for box in [kitchen, hall] { await box.leave() }

    let sharing = RoomSharing(
      room: try #require(RoomName("study")), loop: study.loop, clock: HurriedClock(pause: .milliseconds(20)), logger: .silent)
    var (arrivals, isStored): ([String], Bool) = ([], false)
    try await connecting(sharing, to: broker) { events in
      while arrivals.count < 2, let event = await events.next() {
        guard case .received(let message, _) = event else { continue }
        let isShortcut = message.topic.hasSuffix("/shortcuts/\(shortcut.id)")
        if isShortcut { arrivals.append(message.text ?? "") }
        // The first time, the box does not read it.
        if isShortcut, arrivals.count == 1 { sharing.lose() } else { _ = sharing.receive(message) }
      }
      isStored = try await has(study, ["beach time"])
    }
    #expect(arrivals.allSatisfy { $0.contains("beach time") }, "\(arrivals)")
    #expect(isStored)
  }

  /// Connects the sharing of a room to a broker, and passes on the events of its client after the connection.
  private func connecting(
    _ sharing: RoomSharing, to broker: MosquittoBroker, _ body: (inout MosquittoEvents.AsyncIterator) async throws -> Void
  ) async throws {
    let client = MosquittoClient(MosquittoConfiguration(host: "127.0.0.1", port: broker.port, identifier: "study"))
    let work = Task { await sharing.run() }
    defer {
      work.cancel()
      client.close()
    }
    var events = client.events.makeAsyncIterator()
    client.begin()
    while let event = await events.next(), event != .connected {}
    sharing.connect(client)
    try await body(&events)
  }

  @Test("A lasting fault of the memory is logged once, and once again after it was over")
  func lastingFault() async throws {
    let broker = try await MosquittoBroker()
    let box = try await Box(room: "kitchen", port: broker.port, isSharing: false)
    let broken = IntentRuntime(assistant: box.runtime.assistant, logger: .silent)
    let (log, clock) = (RecordedLog(from: .warning), HurriedClock(pause: .milliseconds(20)))
    func faults() -> Int { log.messages.count { $0.contains("shortcuts and names are not shared") } }
    let sharing = RoomSharing(room: try #require(RoomName("study")), loop: box.loop, clock: clock, logger: log.logger)
    try await box.loop.replaceRuntime(broken)
    try await connecting(sharing, to: broker) { events in
      let sleepCount = clock.sleepCount
      #expect(await eventually { clock.sleepCount > sleepCount + 10 && faults() > 0 })
      #expect(faults() == 1)
      try await box.loop.replaceRuntime(box.runtime)
      // The box asks for all messages once its memory is available.
      while let event = await events.next() { if case .received = event { break } }
      try await box.loop.replaceRuntime(broken)
      #expect(await eventually { faults() == 2 })
    }
  }

  @Test("Sharing continues after arbitrary messages to its topics")
  func hostile() async throws {
    let broker = try await MosquittoBroker()
    let (kitchen, hall) = (
      try await Box(room: "kitchen", port: broker.port), try await Box(room: "hall", port: broker.port)
    )
    let name = kitchen.runtime.assistant.name
    let shortcut = try await add("summer dreams", to: kitchen)
    #expect(try await has(hall, ["summer dreams"]))
    let somebody = try await Skill(port: broker.port)
    let base = "vocative/shared/\(name)"
    let nested = String(repeating: "[", count: 20_000)
    let far = #"{"version":{"counter":\#(Int.max),"author":"zzz"},"deleted":true}"#
    for payload in ["", "{}", "null", nested, far, String(repeating: "x", count: 100_000), #"{"version":{"counter":1e300}}"#] {
      for topic in [
        "shortcuts/\(shortcut.id)", "shortcuts/x", "shortcuts/a/b/c", "shortcuts/", "vocabulary/%/x", "vocabulary/contactName/x",
        "vocabulary/\(String(repeating: "k", count: 300))/x", "boxes/x", "nothing", "", "%2F%2F",
      ] {
        try somebody.publish("\(base)/\(topic)", payload)
      }
    }
    for number in 0..<700 {
      try somebody.publish(
        "\(base)/shortcuts/flood-\(number)",
        #"{"version":{"counter":\#(number + 1),"author":"zzz"},"phrase":"flood \#(number)","steps":[{"intent":"Tell","values":{},"title":"x"}]}"#
      )
    }
    _ = await somebody.next("\(base)/shortcuts/flood-699")
    // The flood reaches a limit, existing shortcuts stay, and changes are still shared.
    _ = try await hall.runtime.shortcuts.update(id: shortcut.id, phrase: "beach time")
    for box in [kitchen, hall] {
      #expect(
        try await eventually {
          try await box.runtime.memory.shortcuts.shared().contains { $0.content?.phrase == "beach time" }
        })
      #expect(try await box.runtime.memory.shortcuts.shared().count <= SharedShortcuts.maxKept)
      #expect(try await box.runtime.memory.shortcuts.all().count <= VoiceShortcutCenter.maxShortcuts)
    }
    _ = try await kitchen.loop.trigger("tell me")
    #expect(kitchen.said == ["I told you."])
  }
}
