import Foundation
import Testing
import VocativeTestSupport
import VocativeWyoming

@Suite(
  "A satellite of Home Assistant", .tags(.long), .serialized,
  .enabled(if: ReferenceWyomingService.isInstalled, Comment(rawValue: ReferenceWyomingService.reason)))
struct SatelliteTests {
  private static let request = "money/slt-breath-vacation-goal.wav"
  private static let unknown = "refused/awb-breath-call-my-mother.flac"
  private static let pausedUnknown = "refused/slt-pause-call-my-mother.flac"
  private static let passedOn = [
    "detection", "run-pipeline", "streaming-started", "audio-start", "audio-stop", "streaming-stopped",
  ]
  private static let notCaught = "I didn't catch that."

  @Test("Home Assistant accepts the description of the satellite")
  func describe() async throws {
    let satellite = try await RunningSatellite()
    let info = try #require(try await WyomingPeer.run(satellite.uri, "describe").first?.data)
    #expect(info.satellite?.name == "kitchen")
    #expect(info.satellite?.installed == true)
    #expect(info.satellite?.activeWakeWords == ["hey_assistant"])
    #expect(info.wake?.first?.models?.first?.phrase == "hey assistant")
    #expect(info.asr?.isEmpty == true, "Home Assistant would look for other stages at this address")
  }

  @Test("Vocative answers a request that it understands, and Home Assistant receives nothing")
  func local() async throws {
    let satellite = try await RunningSatellite()
    let home = try await HomeAssistantPeer(satellite.uri, "answer It is raining.")
    try await satellite.hear(Self.request)
    #expect(satellite.responses.map(\.first) == ["GoalProgress"])
    #expect(await home.settle())
    #expect(home.types.isEmpty, "\(home.types)")
  }

  @Test(
    "A request that is not understood is passed on without the wake phrase, and the answer is played",
    arguments: [unknown, pausedUnknown])
  func passedOn(recording: String) async throws {
    let satellite = try await RunningSatellite()
    let home = try await HomeAssistantPeer(satellite.uri, "answer It is raining.")
    try await satellite.hear(recording)
    #expect(satellite.sounds == [.tone(seconds: 0.5, hertz: 440)])
    #expect(satellite.responses == [["home-assistant", "It is raining."]])
    #expect(satellite.rejections.isEmpty)
    #expect(await home.isTold("played"))
    #expect(home.types == Self.passedOn + ["played"], "\(home.types)")
    #expect(home.events.first { $0.type == "detection" }?.data?.name == "hey_assistant")
    let sent = try #require(home.events.first { $0.type == "audio-stop" }?.payload) / 2
    let most = try RawRecording.samples(of: recording).count + 16_000 - (try #require(satellite.wakeEnd))
    #expect((8_000...most).contains(sent), "\(sent) samples")
  }

  @Test("An answer that arrives as text only is spoken by the satellite")
  func wordsOnly() async throws {
    let satellite = try await RunningSatellite(limit: .milliseconds(500))
    let home = try await HomeAssistantPeer(satellite.uri, "tell It is raining.")
    try await satellite.hear(Self.unknown)
    #expect(satellite.sounds == [.text("It is raining.")])
    #expect(await home.isTold("played"))
  }

  @Test(
    "The satellite rejects a request that Home Assistant fails to answer, or does not answer in time",
    arguments: ["silent", "deaf", "fail intent-failed"])
  func unanswered(behaviour: String) async throws {
    let satellite = try await RunningSatellite(limit: behaviour == "silent" ? .milliseconds(300) : .seconds(300))
    let home = try await HomeAssistantPeer(satellite.uri, behaviour)
    try await satellite.hear(Self.unknown)
    #expect(satellite.sounds == [.text(Self.notCaught)])
    #expect(satellite.rejections == [Self.notCaught])
    #expect(await home.settle())
    #expect(home.types == Self.passedOn, "\(home.types)")
  }

  @Test("Without Home Assistant, a request that is not understood is rejected immediately")
  func alone() async throws {
    let satellite = try await RunningSatellite()
    try await satellite.hear(Self.unknown)
    #expect(satellite.sounds == [.text(Self.notCaught)])
  }

  @Test("Nothing is passed on while Home Assistant pauses the satellite, and passing on resumes afterwards")
  func paused() async throws {
    let satellite = try await RunningSatellite()
    let home = try await HomeAssistantPeer(satellite.uri, "answer It is raining.")
    home.order("say pause-satellite")
    #expect(await home.settle())
    try await satellite.hear(Self.unknown)
    #expect(satellite.sounds == [.text(Self.notCaught)])
    home.order("say run-satellite")
    #expect(await home.settle())
    try await satellite.hear(Self.unknown)
    #expect(satellite.sounds.last == .tone(seconds: 0.5, hertz: 440))
  }

  @Test("The satellite says nothing if another satellite has heard the same request and answers")
  func duplicate() async throws {
    let satellite = try await RunningSatellite()
    let home = try await HomeAssistantPeer(satellite.uri, "fail duplicate_wake_up_detected")
    try await satellite.hear(Self.unknown)
    #expect(await home.settle())
    #expect(satellite.sounds.isEmpty)
    #expect(satellite.rejections == [nil])
  }

  @Test("A late answer is not played, but an announcement after it is")
  func late() async throws {
    let satellite = try await RunningSatellite(limit: .milliseconds(300))
    let home = try await HomeAssistantPeer(satellite.uri, "silent")
    try await satellite.hear(Self.unknown)
    home.order("say transcript {\"text\":\"call my mother\"}")
    home.order("say synthesize {\"text\":\"Calling.\"}")
    home.order("announce")
    #expect(await home.isTold("played"))
    #expect(satellite.sounds == [.text(Self.notCaught)])
    home.order("announce")
    #expect(await home.isTold("played", times: 2))
    #expect(satellite.sounds == [.text(Self.notCaught), .tone(seconds: 0.5, hertz: 880)])
  }

  @Test("After the time for a late answer, audio is an announcement")
  func afterLate() async throws {
    let clock = AdvancedClock()
    let satellite = try await RunningSatellite(limit: .milliseconds(300), clock: clock)
    let home = try await HomeAssistantPeer(satellite.uri, "silent")
    try await satellite.hear(Self.unknown)
    #expect(satellite.sounds == [.text(Self.notCaught)])
    clock.advance(by: .seconds(31))
    home.order("announce")
    #expect(await home.isTold("played"))
    #expect(satellite.sounds == [.text(Self.notCaught), .tone(seconds: 0.5, hertz: 880)])
  }

  @Test("After an answer whose speech has failed, the next audio is an announcement and is played")
  func announcementAfterWords() async throws {
    let satellite = try await RunningSatellite()
    let home = try await HomeAssistantPeer(satellite.uri, "tell It is raining.")
    async let failing: Void = {
      // The script has sent the words of the answer when it reads this event.
      if await home.isTold("streaming-stopped") { home.order("say error {\"text\":\"no voice\",\"code\":\"tts-failed\"}") }
    }()
    try await satellite.hear(Self.unknown)
    await failing
    #expect(satellite.sounds == [.text("It is raining.")])
    #expect(await home.isTold("played"))
    home.order("announce")
    #expect(await home.isTold("played", times: 2))
    #expect(satellite.sounds == [.text("It is raining."), .tone(seconds: 0.5, hertz: 880)])
  }

  @Test("Up to four announcements wait while one is played, and a further one is refused with an error")
  func announcementLimit() async throws {
    let satellite = try await RunningSatellite()
    let home = try await HomeAssistantPeer(satellite.uri, "silent")
    satellite.holdSounds()
    home.order("announce")
    #expect(await eventually { satellite.heldSounds == 1 })
    for _ in 0..<5 { home.order("announce") }
    #expect(await home.isTold("error"))
    satellite.releaseSounds()
    #expect(await home.isTold("played", times: 5))
    #expect(satellite.sounds.count == 5)
  }

  @Test("An announcement is played, and Home Assistant is notified afterwards")
  func announcement() async throws {
    let satellite = try await RunningSatellite()
    let home = try await HomeAssistantPeer(satellite.uri, "silent")
    home.order("announce")
    #expect(await home.isTold("played"))
    #expect(satellite.sounds == [.tone(seconds: 0.5, hertz: 880)])
    #expect(home.types == ["played"])
  }

  @Test("An announcement is played also if an earlier run could not serve the address")
  func announcementOfAnotherRun() async throws {
    let satellite = try await RunningSatellite(isUnix: true, isRunAgain: true)
    let home = try await HomeAssistantPeer(satellite.uri, "silent")
    home.order("announce")
    #expect(await home.isTold("played"))
    #expect(satellite.sounds == [.tone(seconds: 0.5, hertz: 880)])
  }

  @Test("A finished timer is announced by its name, or by its duration if it has no name")
  func timers() async throws {
    let satellite = try await RunningSatellite()
    let home = try await HomeAssistantPeer(satellite.uri, "silent")
    home.order("say timer-started {\"id\":\"a\",\"total_seconds\":600,\"name\":\"pizza\",\"start_minutes\":10}")
    home.order("say timer-started {\"id\":\"b\",\"total_seconds\":5400,\"start_hours\":1,\"start_minutes\":30}")
    home.order("say timer-updated {\"id\":\"b\",\"is_active\":true,\"total_seconds\":60}")
    home.order("say timer-started {\"id\":\"c\",\"total_seconds\":5}")
    home.order("say timer-cancelled {\"id\":\"c\"}")
    for (id, sentence) in [
      ("a", "Your pizza timer is done."), ("b", "Your 1 hour 30 minute timer is done."), ("unknown", "Your timer is done."),
    ] {
      home.order("say timer-finished {\"id\":\"\(id)\"}")
      #expect(await eventually { satellite.sounds.last == .text(sentence) }, "\(satellite.sounds)")
    }
  }

  @Test("Home Assistant can disconnect and connect again")
  func reconnected() async throws {
    let satellite = try await RunningSatellite()
    let first = try await HomeAssistantPeer(satellite.uri, "answer From the first.")
    first.leave()
    let second = try await HomeAssistantPeer(satellite.uri, "answer From the second.")
    try await satellite.hear(Self.unknown)
    #expect(satellite.responses.map(\.last) == ["From the second."])
    #expect(await second.isTold("played"))
  }

  @Test("The satellite rejects a request if Home Assistant disconnects during it")
  func leaves() async throws {
    let satellite = try await RunningSatellite()
    let home = try await HomeAssistantPeer(satellite.uri, "silent")
    async let leaving: Void = {
      if await home.isTold("streaming-stopped") { home.leave() }
    }()
    try await satellite.hear(Self.unknown)
    await leaving
    #expect(satellite.sounds == [.text(Self.notCaught)])
  }

  @Test("The first Home Assistant keeps the satellite, and a second one is refused and receives no audio")
  func keepsPlace() async throws {
    let log = RecordedLog()
    let satellite = try await RunningSatellite(log: log)
    let first = try await HomeAssistantPeer(satellite.uri, "answer From the first.")
    #expect(try await WyomingPeer.run(satellite.uri, "describe").map(\.type) == ["info"])
    let second = try await HomeAssistantPeer(satellite.uri, "answer From the second.")
    #expect(await second.isTold("closed"))
    #expect(second.events.contains { $0.type == "error" && $0.data?.text?.contains("another Home Assistant") == true })
    try await satellite.hear(Self.unknown)
    #expect(satellite.responses.map(\.last) == ["From the first."])
    #expect(!second.types.contains("audio-start"))
    #expect(await first.isTold("played"))
    #expect(log.messages.count { $0.contains("is connected to the satellite: 127.0.0.1:") } == 1, "\(log.messages)")
    #expect(log.messages.contains { $0.contains("warning: refused 127.0.0.1 as the satellite's Home Assistant") })
  }

  @Test("A Home Assistant that is silent for a minute loses the satellite to another one")
  func silentForLong() async throws {
    let clock = AdvancedClock()
    let satellite = try await RunningSatellite(clock: clock)
    let first = try await HomeAssistantPeer(satellite.uri, "answer From the first.")
    clock.advance(by: .seconds(60))
    let second = try await HomeAssistantPeer(satellite.uri, "answer From the second.")
    #expect(await first.isTold("closed"))
    try await satellite.hear(Self.unknown)
    #expect(satellite.responses.map(\.last) == ["From the second."])
    #expect(await second.isTold("played"))
  }

  @Test("A client at an address that is not allowed is refused", arguments: ["192.0.2.1", "10.0.0.0/8, ::1"])
  func notAllowed(addresses: String) async throws {
    let log = RecordedLog()
    let satellite = try await RunningSatellite(allowed: AllowedAddresses(addresses), log: log)
    let told = try await WyomingPeer.run(satellite.uri, "describe")
    #expect(told.map(\.type) == ["error"], "\(told)")
    #expect(log.messages.contains { $0.contains("refused 127.0.0.1 as a client of the satellite") })
    let allowed = try await RunningSatellite(allowed: AllowedAddresses("127.0.0.0/8"))
    #expect(try await WyomingPeer.run(allowed.uri, "describe").map(\.type) == ["info"])
  }

  @Test("A refused client is logged once, and once again after Home Assistant has connected")
  func refusedAgain() async throws {
    let log = RecordedLog()
    let satellite = try await RunningSatellite(allowed: AllowedAddresses("127.0.0.1"), log: log)
    let port = try #require(satellite.port)
    func refuse() async throws {
      let client = try RawClient.connect(toPort: port, from: "127.0.0.2")
      defer { close(client) }
      // The server closes the connection after the reason.
      _ = await RawClient.ask(Array("{\"type\":\"ping\"}\n".utf8), on: client, until: "is never said")
    }
    func refusals() -> Int { log.messages.count { $0.contains("refused 127.0.0.2 as a client of the satellite") } }
    for _ in 1...2 { try await refuse() }
    #expect(refusals() == 1)
    let home = try await HomeAssistantPeer(satellite.uri, "silent")
    #expect(await eventually { log.messages.contains { $0.contains("is connected to the satellite") } })
    #expect(await home.settle())
    for _ in 1...2 { try await refuse() }
    #expect(refusals() == 2)
  }

  @Test("Clients at addresses that are not allowed do not keep Home Assistant from the satellite")
  func notAllowedCrowd() async throws {
    let satellite = try await RunningSatellite(allowed: AllowedAddresses("127.0.0.1"))
    let port = try #require(satellite.port)
    let refused = try (0..<20).map { _ in try RawClient.connect(toPort: port, from: "127.0.0.2") }
    let home = try RawClient.connect(toPort: port)
    defer { for client in refused + [home] { close(client) } }
    let answer = await RawClient.ask(Array("{\"type\":\"ping\"}\n".utf8), on: home, until: "\n")
    #expect(answer.contains("\"type\":\"pong\""), "\(answer)")
  }

  @Test("Audio before run-satellite is refused, and an invalid event is reported")
  func strangers() async throws {
    let satellite = try await RunningSatellite(isUnix: true)
    let format = "\"rate\":16000,\"width\":2,\"channels\":1"
    let audio =
      "{\"type\":\"audio-start\",\"data\":{\(format)}}\n{\"type\":\"audio-chunk\",\"data\":{\(format)},\"payload_length\":2}\nab"
      + "{\"type\":\"audio-stop\"}\n{\"type\":\"timer-finished\",\"data\":{\"id\":\"a\"}}\n{\"type\":\"ping\"}\n"
    let answers = try await RawClient.exchange(Array(audio.utf8), with: satellite.path).joined()
    #expect(answers.contains("before run-satellite"), "\(answers)")
    #expect(answers.contains("\"type\":\"pong\""))
    let babble = try await RawClient.exchange(Array("GET / HTTP/1.1\n".utf8), with: satellite.path, isDone: false).joined()
    #expect(babble.contains("invalid line"), "\(babble)")
    #expect(satellite.sounds.isEmpty)
  }

  @Test("Audio in an unsupported format is refused with an error")
  func otherAudio() async throws {
    let satellite = try await RunningSatellite()
    let home = try await HomeAssistantPeer(satellite.uri, "silent")
    home.order("say audio-start {\"rate\":16000,\"width\":2,\"channels\":2}")
    home.order("say audio-chunk {\"rate\":16000,\"width\":2,\"channels\":2}")
    #expect(await home.isTold("error"))
    #expect(home.events.last { $0.type == "error" }?.data?.text?.contains("is not supported") == true)
  }

  @Test("An endless announcement is cut off after a minute, and the rest is discarded")
  func endless() async throws {
    let satellite = try await RunningSatellite(isUnix: true)
    let format = "\"rate\":16000,\"width\":2,\"channels\":1"
    let chunk =
      Array("{\"type\":\"audio-chunk\",\"data\":{\(format)},\"payload_length\":500000}\n".utf8)
      + [UInt8](repeating: 0, count: 500_000)
    let bytes =
      Array("{\"type\":\"run-satellite\"}\n{\"type\":\"audio-start\",\"data\":{\(format)}}\n".utf8)
      + (0..<5).flatMap { _ in chunk } + Array("{\"type\":\"audio-stop\"}\n".utf8)
    _ = try await RawClient.exchange(bytes, with: satellite.path)
    #expect(await eventually { !satellite.sounds.isEmpty })
    #expect(satellite.sounds == [.tone(seconds: 60, hertz: 0)])
  }
}
