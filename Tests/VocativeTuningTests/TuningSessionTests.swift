import AssistantTestSupport
import Foundation
import Testing
import Vocative
import VocativeTestSupport
import VocativeTuning

@Suite("Tuning with the microphone of a running loop", .tags(.long))
struct TuningSessionTests {
  private let folder: TemporaryFolder
  private let calibration: SpottingCalibrationFile
  private let loop: TurnLoop
  private let session: TuningSession

  init() async throws {
    folder = try TemporaryFolder()
    let file = try folder.write(
      "wake: [hey assistant]\nintents:\n  A:\n    phrases: [safe to spend]\n    response: ok\n", to: "a.intents.yaml")
    let runtime = try IntentRuntime(inMemory: try IntentsFile.load(path: file), logger: .silent)
    calibration = SpottingCalibrationFile(path: folder.path + "/calibration.json")
    var configuration = TurnLoop.Configuration()
    configuration.calibration = calibration
    let model = try RecognitionModel()
    loop = TurnLoop(
      runtime: runtime, stages: .init(model: model, synthesizer: RecordingSynthesizer()), configuration: configuration,
      logger: .silent, notify: { _ in })
    session = TuningSession(loop: loop, model: model, negatives: { [] })
  }

  /// Plays repetitions of the phrase to the loop; does some work before the first one.
  private func play(_ repetitions: Int = 3, before: @Sendable () async throws -> Void) async throws {
    let gate = Gate()
    let source = SampleSource(try RepeatedPhrase.samples(repetitions, roomSeconds: 3), isLive: true) { position in
      if position == RepeatedPhrase.lead * 16_000 { gate.wait() }
    }
    async let listening: Void = loop.run(source)
    await gate.arrived()
    try await before()
    gate.open()
    try await listening
  }

  private func begin(_ phrase: String = "hey assistant") async throws {
    try await session.begin(.init(phrase: phrase, repetitions: 3, roomSeconds: 2))
    // The loop lends its microphone.
    #expect(try await eventually { await loop.status.state == .answering })
  }

  private func steps() async -> [TuningSession.Step] { await session.steps().reduce(into: []) { $0.append($1) } }

  @Test("The phrase is recorded, evaluated and tuned, and the threshold is used only if the owner says so")
  func tuned() async throws {
    try await play { try await begin() }
    let steps = await steps()
    let notices = steps.compactMap { if case .recording(let notice) = $0 { notice } else { nil } }
    #expect(notices.first == .say(phrase: "hey assistant", repetition: 1, of: 3))
    #expect(notices.contains(.room(seconds: 2)))
    #expect(steps.contains { if case .evaluating(4, of: 4) = $0 { true } else { false } })
    let result = try #require(session.result)
    #expect(result.levels.count == 3)
    #expect(result.levels.allSatisfy { $0.rms > -40 })
    let phrase = try #require(result.report.phrases.first)
    #expect(phrase.phrase == "hey assistant" && phrase.recordings == 3 && phrase.missed.isEmpty)
    #expect(phrase.own.hours > 0, "the room is part of it")
    #expect(await loop.status.state == .idle)

    #expect(try calibration.read() == nil)
    try await session.adopt()
    #expect(try calibration.read()?.log10Threshold(of: "hey assistant") == phrase.log10Threshold)
    #expect(FileManager.default.fileExists(atPath: calibration.plotPath))
  }

  @Test("Muting the microphone ends the recording with that reason")
  func muted() async throws {
    try await play {
      try await begin()
      try await loop.mute()
    }
    #expect(await reason(of: steps().last)?.contains("the microphone is muted") == true)
    #expect(session.result == nil)
  }

  @Test("A timer that rings ends the recording with that reason")
  func ringing() async throws {
    try await play {
      try await begin()
      _ = try await loop.ring(untilHearing: ["stop"]) { nil }
      #expect(await reason(of: steps().last)?.contains("a timer or an alarm rings") == true)
    }
  }

  @Test("A recording that is stopped gives the microphone back, and another one can begin")
  func stopped() async throws {
    try await play {
      try await begin()
      session.stop()
      #expect(await reason(of: steps().last) == "it was stopped")
      #expect(!session.isRunning)
      #expect(await loop.status.state == .idle)
      try await begin()
    }
    _ = await steps()
    #expect(session.result != nil)
  }

  @Test("A request that is not possible, a second one at the same time and a threshold that does not exist are refused")
  func refused() async throws {
    for (repetitions, seconds) in [(2, 60), (21, 60), (5, -1), (5, 601)] {
      #expect(throws: TuningRefusal.self) {
        try TuningSession.Request(phrase: "hey assistant", repetitions: repetitions, roomSeconds: seconds)
      }
    }
    await #expect(throws: TuningRefusal.self) { try await begin("safe to spend") }
    await #expect(throws: TuningRefusal.self) { try await session.adopt() }
    try await play {
      try await begin()
      await #expect(throws: TuningRefusal.self) { try await begin() }
    }
    _ = await steps()
  }

  @Test("Without a microphone, the tuning ends with that reason")
  func absent() async throws {
    try await session.begin(.init(phrase: "hey assistant", repetitions: 3, roomSeconds: 0))
    #expect(await reason(of: steps().last) == "the microphone is not in use")
  }

  private func reason(of step: TuningSession.Step?) -> String? {
    if case .failed(let reason)? = step { reason } else { nil }
  }
}
