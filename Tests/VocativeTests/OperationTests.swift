import AssistantTestSupport
import Foundation
import Logging
import Synchronization
import Testing
import Vocative
import VocativeTestSupport

@Suite("Operations on a turn loop", .tags(.long), .serialized)
struct OperationTests {
  private static func silence(_ seconds: Double) -> [Int16] { [Int16](repeating: 0, count: Int(seconds * 16_000)) }
  private static func request() throws -> [Int16] { try RawRecording.samples(of: "money/slt-breath-vacation-goal.wav") }

  private static func assistant(_ name: String, phrase: String, answer: String, wake: String = "hey assistant") throws
    -> Assistant
  {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "wake: [\(wake)]\nintents:\n  Tell:\n    phrases: [\(phrase)]\n    response: \(answer)\n", to: "\(name).yaml")
    return try IntentsFile.load(path: path)
  }

  private static func runtime(_ assistant: Assistant) throws -> IntentRuntime {
    try IntentRuntime(assistant: assistant, memory: .inMemory(assistant: assistant.name), logger: .silent)
  }

  // MARK: Another runtime

  @Test("A running loop switches to another assistant without reopening the source")
  func replaced() async throws {
    let pipeline = try TestPipeline(assistant: Self.assistant("first", phrase: "vacation goal", answer: "From the first."))
    let other = try Self.runtime(Self.assistant("second", phrase: "vacation goal", answer: "From the second."))
    let request = try Self.request()
    let pause = Self.silence(1)
    let gate = Gate()
    async let replacing: Void = {
      await gate.arrived()
      try await pipeline.loop.replaceRuntime(other)
      gate.open()
    }()
    try await pipeline.play(
      SampleSource(request + pause + request + pause) { position in
        if position == (request.count + pause.count / 2) / 320 * 320 { gate.wait() }
      })
    try await replacing
    #expect(pipeline.events.responses.map(\.dialog) == ["From the first.", "From the second."])
    #expect(await pipeline.loop.status.assistant == "second")
  }

  @Test("An assistant with unspeakable phrases is rejected, and the current one stays in use")
  func refused() async throws {
    let pipeline = try TestPipeline(assistant: Self.assistant("first", phrase: "vacation goal", answer: "From the first."))
    let other = try Self.runtime(Self.assistant("second", phrase: "vacation goal", answer: "No.", wake: "hey 北京"))
    let request = try Self.request()
    let pause = Self.silence(1)
    let gate = Gate()
    async let failure: (any Error)? = {
      await gate.arrived()
      defer { gate.open() }
      do { try await pipeline.loop.replaceRuntime(other) } catch { return error }
      return nil
    }()
    try await pipeline.play(
      SampleSource(request + pause + request + pause) { position in
        if position == (request.count + pause.count / 2) / 320 * 320 { gate.wait() }
      })
    #expect(await failure is UnknownWordError)
    #expect(pipeline.events.responses.map(\.dialog) == ["From the first.", "From the first."])
    #expect(await pipeline.loop.status.assistant == "first")
  }

  // MARK: Mute

  @Test("A muted loop hears nothing, and hears again after it is unmuted")
  func mute() async throws {
    let pipeline = try await TestPipeline()
    let request = try Self.request()
    let pause = Self.silence(1)
    let unmuting = Gate()
    async let changing: Void = {
      await unmuting.arrived()
      try await pipeline.loop.unmute()
      unmuting.open()
    }()
    try await pipeline.loop.mute()
    try await pipeline.play(
      SampleSource(request + pause + request + pause) { position in
        if position == (request.count + pause.count / 2) / 320 * 320 { unmuting.wait() }
      })
    try await changing
    #expect(pipeline.events.understood.count == 1, "\(pipeline.events)")
    #expect(pipeline.states.first == .muted)
    #expect(pipeline.states.last == .idle)
    let heard = await pipeline.loop.status.heardSeconds
    #expect(heard < Double(request.count + pause.count * 2) / 16_000, "\(heard)")
  }

  @Test("A command that muting interrupts is not answered")
  func mutedInBetween() async throws {
    let pipeline = try await TestPipeline()
    let request = try Self.request()
    let gate = Gate()
    async let changing: Void = {
      await gate.arrived()
      try await pipeline.loop.mute()
      gate.open()
    }()
    try await pipeline.play(
      // At this point the wake phrase is detected, and the command is not complete.
      SampleSource(request + Self.silence(8), isLive: true) { position in
        if position == Int(1.9 * 16_000) / 320 * 320 { gate.wait() }
      })
    try await changing
    #expect(pipeline.events.spotted.first == "hey assistant")
    #expect(pipeline.events.understood.isEmpty)
    #expect(pipeline.events.rejections.isEmpty)
    #expect(pipeline.spokenTexts.isEmpty)
    #expect(pipeline.states.last == .muted)
  }

  @Test("A question that is asked while the microphone is muted waits for a typed answer")
  func mutedQuestion() async throws {
    let pipeline = try await TestPipeline()
    let (asking, answering) = (Gate(), Gate())
    async let typing: [TurnEvent] = {
      await asking.arrived()
      do {
        defer { asking.open() }
        try await pipeline.loop.mute()
        _ = try await pipeline.loop.trigger("move one dollar from summer vacation to new computer")
      }
      await answering.arrived()
      defer { answering.open() }
      return try await pipeline.loop.trigger("yes")
    }()
    // The timeout for an answer is six seconds.
    try await pipeline.play(
      SampleSource(Self.silence(20), isLive: true) { position in
        if position == 16_000 { asking.wait() }
        if position == 18 * 16_000 { answering.wait() }
      })
    #expect(try await typing.responses.map(\.code) == [.success])
    #expect(pipeline.events.rejections.isEmpty)
  }

  @Test("A question that waits for a typed answer is dropped when the microphone is unmuted")
  func unmutedQuestion() async throws {
    let pipeline = try await TestPipeline()
    try await pipeline.loop.mute()
    _ = try await pipeline.loop.trigger("move one dollar from summer vacation to new computer")
    try await pipeline.loop.unmute()
    #expect(try await pipeline.loop.trigger("yes").rejections == ["not-a-phrase"])
  }

  @Test("The mute state survives a restart; a damaged file means muted, with the reason, until the owner decides")
  func muteSurvives() async throws {
    let folder = try TemporaryFolder()
    let file = MuteFile(path: folder.path + "/state/mute.json")
    let first = try await TestPipeline(mute: file)
    try await first.loop.mute()
    let second = try await TestPipeline(mute: file)
    #expect(await second.loop.status.muted)
    try await second.play(SampleSource(try Self.request() + Self.silence(1)))
    #expect(second.events.isEmpty)
    try await second.loop.unmute()
    #expect(try await !TestPipeline(mute: file).loop.status.muted)

    try folder.write("{\"muted\": perhaps}", to: "state/mute.json")
    let third = try await TestPipeline(mute: file)
    try await third.play(SampleSource(try Self.request() + Self.silence(1)))
    #expect(third.events.understood.isEmpty)
    let message = third.events.compactMap { if case .error("mute", let message) = $0.kind { message } else { nil } }.first
    #expect(message?.contains(file.path) == true && message?.contains("vocative unmute") == true)
    #expect(await third.loop.status.muteFault == message)
    for other in [MuteHolder.skill, .homeAutomation] {
      try await third.loop.mute(by: other)
      try await third.loop.unmute(by: other)
      #expect(await third.loop.status.muteFault != nil, "only the owner decides")
      #expect(await third.loop.status.mutedBy == [.owner])
    }
    #expect(try await TestPipeline(mute: file).loop.status.muteFault != nil)
    try await third.loop.unmute()
    #expect(await third.loop.status.muteFault == nil)
    #expect(try await !TestPipeline(mute: file).loop.status.muted)
  }

  @Test("A mute file that is a link without a target means muted, because its state cannot be known")
  func danglingMute() async throws {
    let folder = try TemporaryFolder()
    let file = MuteFile(path: folder.path + "/mute.json")
    #expect(try !file.read())
    try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: folder.path + "/elsewhere.json")
    #expect(throws: MuteFileError.self) { try file.read() }
  }

  @Test("The microphone is muted until each side removes its own mute, and a skill's mute ends at a restart")
  func holders() async throws {
    let folder = try TemporaryFolder()
    let file = MuteFile(path: folder.path + "/state/mute.json")
    let loop = try await TestPipeline(mute: file).loop
    try await loop.mute(by: .homeAutomation)
    try await loop.mute(by: .skill)
    try await loop.mute()
    #expect(await loop.status.mutedBy == [.homeAutomation, .owner, .skill])
    try await loop.unmute(by: .skill)
    try await loop.unmute(by: .homeAutomation)
    try await loop.unmute(by: .homeAutomation)
    #expect(await loop.status.mutedBy == [.owner])
    try await loop.mute(by: .homeAutomation)
    try await loop.mute(by: .skill)
    #expect(try await TestPipeline(mute: file).loop.status.mutedBy == [.homeAutomation, .owner])
    try await loop.unmute()
    #expect(await loop.status.state == .muted)
    try await loop.unmuteForAll()
    #expect(await loop.status.mutedBy == nil)
    #expect(try await !TestPipeline(mute: file).loop.status.muted)
    // The format of an earlier version.
    try folder.write("{\"muted\": true}", to: "state/mute.json")
    #expect(try await TestPipeline(mute: file).loop.status.mutedBy == [.owner])
  }

  // MARK: Speaking and triggering

  @Test("An announcement waits for the current answer, and the loop hears nothing meanwhile")
  func say() async throws {
    let request = try Self.request()
    let speaker = HeldSynthesizer()
    let pipeline = try await TestPipeline(synthesizer: speaker)
    async let said: Void = {
      await speaker.begun()
      async let saying: Void = pipeline.loop.say("Dinner is ready.")
      speaker.release()
      try await saying
    }()
    try await pipeline.play(
      SampleSource(request + request + Self.silence(1), isLive: true) { position in
        if position == request.count / 320 * 320 { speaker.waitUntilSpeaking() }
      })
    try await said
    #expect(speaker.texts.count >= 2)
    #expect(speaker.texts.first?.hasPrefix("You have saved") == true)
    #expect(speaker.texts.contains("Dinner is ready."))
  }

  @Test("A speech failure is reported to the caller, and a text without words is rejected")
  func saysNothing() async throws {
    let pipeline = try await TestPipeline(
      synthesizer: SpeakingSynthesizer(engine: .installed(), output: .device("no-such-device")))
    await #expect(throws: SpeechError.self) { try await pipeline.loop.say("Dinner is ready.") }
    await #expect(throws: TurnLoopError.noWords) { try await pipeline.loop.say(" … ") }
    #expect(await pipeline.loop.status.state == .idle)
  }

  @Test("A triggered phrase is performed as if it were spoken, and so is a triggered answer to its question")
  func trigger() async throws {
    let pipeline = try await TestPipeline()
    let asked = try await pipeline.loop.trigger("Hey assistant, move one dollar from summer vacation to new computer.")
    #expect(asked.understood.map(\.intent) == ["MoveMoney"], "\(asked)")
    let question = asked.compactMap { if case .asked(let dialog, _) = $0.kind { dialog } else { nil } }
    #expect(question.count == 1)
    let done = try await pipeline.loop.trigger("yes")
    #expect(done.responses.map(\.code) == [.success])
    #expect(pipeline.spokenTexts.count == 2)
    #expect(pipeline.events == asked + done)
    #expect(try await pipeline.loop.trigger("make me a sandwich").rejections == ["not-a-phrase"])
    #expect(await pipeline.loop.status.answers == 3)
  }

  @Test("A triggered request instead of an answer is performed, and drops the question")
  func triggeredInstead() async throws {
    let pipeline = try await TestPipeline()
    _ = try await pipeline.loop.trigger("move one dollar from summer vacation to new computer")
    #expect(try await pipeline.loop.trigger("make me a sandwich").rejections == ["not-a-phrase"], "the question stays open")
    #expect(try await pipeline.loop.trigger("safe to spend").understood.map(\.intent) == ["SafeToSpend"])
    #expect(try await pipeline.loop.trigger("yes").rejections == ["not-a-phrase"])
  }

  @Test("Figures in a triggered text keep their written form, or are rejected with the reason")
  func triggeredFigures() async throws {
    let pipeline = try await TestPipeline()
    #expect(try await pipeline.loop.trigger("i spent $3.5 on coffee").understood.map(\.slots["amount"]) == ["3.50"])
    let refused = try await pipeline.loop.trigger("i spent €20 on coffee")
    #expect(refused.rejections == ["not-a-phrase"])
    #expect(pipeline.spokenTexts.last == "I only know dollars and cents.")
    let runtime = await pipeline.loop.runtime
    #expect(try await runtime.freeze("i spent $2.5 on coffee").values["amount"] == "2.50")
    let error = await #expect(throws: FreezingError.self) { try await runtime.freeze("i spent -$3 on coffee") }
    #expect(error?.description.contains("That can't be less than zero.") == true)
  }

  @Test("A trigger without text waits for a command, as after the wake phrase")
  func pushToTalk() async throws {
    let pipeline = try await TestPipeline()
    await #expect(throws: TurnLoopError.notListening) { try await pipeline.loop.trigger() }
    let command = try RawRecording.samples(of: "refused/slt-no-wake-phrase-vacation-goal.flac")
    let gate = Gate()
    async let triggering: Void = {
      await gate.arrived()
      try await pipeline.loop.trigger()
      gate.open()
    }()
    try await pipeline.play(
      SampleSource(Self.silence(1) + command + Self.silence(1)) { position in
        if position == 8_000 { gate.wait() }
      })
    try await triggering
    #expect(pipeline.events.understood.map(\.intent) == ["GoalProgress"])
    #expect(pipeline.states.contains(.awake))
  }

  @Test("The status counts hits and answers, and names the source")
  func status() async throws {
    let pipeline = try await TestPipeline()
    try await pipeline.play(SampleSource(try Self.request() + Self.silence(1)))
    let status = await pipeline.loop.status
    #expect(status.state == .idle)
    #expect(status.assistant == "money")
    #expect(status.wakePhrases == ["hey assistant"])
    #expect(status.hits >= 1)
    #expect(status.answers == 1)
    #expect(status.heardSeconds > 2)
    #expect(status.source == nil, "the loop no longer listens")
  }
}
