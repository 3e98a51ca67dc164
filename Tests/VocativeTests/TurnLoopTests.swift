import AssistantTestSupport
import Foundation
import Logging
import Synchronization
import Testing
import Vocative
import VocativeDetection
import VocativeTestSupport

@Suite("The turn loop", .serialized)
struct TurnLoopTests {
  private static func samples(of name: String) async throws -> [Int16] {
    let logger = Logger.silent
    var samples: [Int16] = []
    for try await frame in AudioFileSource(path: Recording.folder + "/" + name, logger: logger).frames() {
      samples += frame.samples
    }
    return samples
  }

  private static func silence(_ seconds: Double) -> [Int16] { [Int16](repeating: 0, count: Int(seconds * 16_000)) }

  @Test("The loop goes from idle through awake and listening to answering, and back to idle")
  func states() async throws {
    let pipeline = try await TestPipeline()
    try await pipeline.play(
      SampleSource(try await Self.samples(of: "money/slt-pause-how-is-my-vacation-goal.flac") + Self.silence(1)))
    #expect(pipeline.states.first == .idle)
    #expect(pipeline.states.last == .idle)
    #expect(pipeline.states.contains(.awake))
    #expect(pipeline.states.contains(.listening))
    #expect(pipeline.states.contains(.answering))
  }

  @Test("A wake phrase without a command is answered after the timeout, and the loop returns to idle")
  func nothingAfterTheWakePhrase() async throws {
    var configuration = TurnLoop.Configuration()
    configuration.commandTimeout = 2
    let pipeline = try await TestPipeline(configuration: configuration)
    let wake = try await Self.samples(of: "refused/slt-wake-phrase-only.flac")
    try await pipeline.play(SampleSource(wake + Self.silence(8)))
    #expect(pipeline.events.rejections == ["nothing-heard"])
    #expect(pipeline.states.last == .idle)
    let time = try #require(pipeline.events.last?.time)
    // The wait may restart once if the phrase is detected late. The audio is 8 s longer.
    #expect(time < Double(wake.count) / 16_000 + 4, "after the timeout, not at the end of the audio")
  }

  @Test("A certain command that cannot continue is answered before the end of speech is certain, and only once")
  func early() async throws {
    let request = try await Self.samples(of: "money/slt-breath-vacation-goal.wav")
    var patient = TurnLoop.Configuration()
    // No pause is long enough to be reported.
    (patient.detection.voiceActivity.pause, patient.detection.voiceActivity.fading) = (60, 200)
    patient.detection.voiceActivity.noisyHangOver = 60
    var times: [Double] = []
    for configuration in [TurnLoop.Configuration(), patient] {
      let pipeline = try await TestPipeline(configuration: configuration)
      try await pipeline.play(SampleSource(request + Self.silence(2)))
      #expect(pipeline.events.understood.map(\.intent) == ["GoalProgress"])
      #expect(pipeline.events.rejections.isEmpty)
      times.append(try #require(pipeline.events.last?.time))
    }
    #expect(times[0] < times[1] - 0.2)
  }

  @Test("With patience, a person may pause within a sentence; without it, the pause ends the sentence")
  func patience() async throws {
    let audio =
      try await SynthesizedSpeech.samples(of: "hey assistant, how much is left", voice: "slt") + Self.silence(0.5)
      + SynthesizedSpeech.samples(of: "for coffee", voice: "slt") + Self.silence(3)
    var understood: [[[String: String]]] = []
    for patience in [Patience.patient, .usual] {
      var configuration = TurnLoop.Configuration()
      configuration.patience = patience
      let pipeline = try await TestPipeline(configuration: configuration)
      try await pipeline.play(SampleSource(audio))
      understood.append(pipeline.events.understood.map(\.slots))
    }
    #expect(understood[0] == [["expense": "coffee"]])
    #expect(understood[1] != understood[0])
  }

  @Test("A complete command that may be the start of a longer one is not answered early")
  func beginningOfAnother() async throws {
    let audio =
      try await SynthesizedSpeech.samples(of: "hey assistant, my emergency fund", voice: "slt") + Self.silence(0.2)
      + SynthesizedSpeech.samples(of: "goal", voice: "slt") + Self.silence(2)
    let pipeline = try await TestPipeline()
    try await pipeline.play(SampleSource(audio))
    #expect(pipeline.events.understood.map(\.intent) == ["GoalProgress"])
  }

  @Test(
    "A noise after a command does not delay its answer by more than the wait for more words",
    arguments: ["money/slt-breath-vacation-goal.wav", "money/slt-pause-how-is-my-vacation-goal.flac"],
    [(duration: 0.06, delay: 0.1), (duration: 0.6, delay: 0.35), (duration: 3, delay: 0.35)])
  func burst(recording: String, noise: (duration: Double, delay: Double)) async throws {
    let quiet = try await Self.samples(of: recording) + Self.silence(4)
    var detector = VoiceActivityDetector()
    let end = try #require(
      detector.process(quiet).compactMap { if case .ended(let position) = $0 { position } else { nil } }.last)
    let start = end + Int(0.15 * 16_000)
    let burst = SyntheticAudio.noise(count: Int(noise.duration * 16_000)).map { $0 / 4 }
    let disturbed = quiet[..<start] + burst + quiet[(start + burst.count)...]
    var times: [Double] = []
    for audio in [quiet, Array(disturbed)] {
      let pipeline = try await TestPipeline()
      try await pipeline.play(SampleSource(audio))
      #expect(pipeline.events.understood.map(\.intent) == ["GoalProgress"])
      times.append(try #require(pipeline.events.first { if case .understood = $0.kind { true } else { false } }?.time))
    }
    #expect(times[1] <= times[0] + noise.delay)
  }

  @Test("A command can follow one that was not understood")
  func goesOnAfterARejection() async throws {
    let pipeline = try await TestPipeline()
    let audio =
      try await Self.samples(of: "refused/slt-wake-phrase-only.flac") + Self.silence(8)
      + Self.samples(of: "money/slt-breath-vacation-goal.wav")
    try await pipeline.play(SampleSource(audio))
    #expect(pipeline.events.rejections.count == 1)
    #expect(pipeline.events.understood.map(\.intent) == ["GoalProgress"])
  }

  @Test("The loop discards audio of a live source while it speaks, so it does not hear itself")
  func halfDuplex() async throws {
    let request = try await Self.samples(of: "money/slt-breath-vacation-goal.wav")
    let speaker = HeldSynthesizer()
    let pipeline = try await TestPipeline(synthesizer: speaker)
    // Speaking starts after the first request, and lasts until the whole second request has passed the microphone.
    let source = SampleSource(request + request + Self.silence(1), isLive: true) { position in
      if position == request.count / 320 * 320 { speaker.waitUntilSpeaking() }
      if position == request.count * 2 / 320 * 320 { speaker.release() }
    }
    try await pipeline.play(source)
    #expect(speaker.texts.count == 1)
    #expect(pipeline.events.understood.count == 1, "\(pipeline.events)")
  }

  @Test("Both requests in a file are answered, because a file does not contain the assistant's voice")
  func filesWait() async throws {
    let request = try await Self.samples(of: "money/slt-breath-vacation-goal.wav")
    let pipeline = try await TestPipeline()
    try await pipeline.play(SampleSource(request + Self.silence(0.5) + request))
    #expect(pipeline.events.understood.count == 2)
  }

  @Test("A speech failure is reported, and the next request is still answered")
  func speakingFails() async throws {
    let request = try await Self.samples(of: "money/slt-breath-vacation-goal.wav")
    let engine = try SpeechEngine.installed()
    let pipeline = try await TestPipeline(
      synthesizer: SpeakingSynthesizer(engine: engine, output: .device("no-such-device")))
    try await pipeline.play(SampleSource(request + Self.silence(0.5) + request))
    let errors = pipeline.events.compactMap { if case .error(let code, let message) = $0.kind { (code, message) } else { nil } }
    #expect(errors.count == 2)
    #expect(errors.allSatisfy { $0.0 == "speech" && $0.1.contains("no-such-device") })
    #expect(pipeline.events.responses.count == 2)
  }

  @Test("Cancellation before the store is read ends the loop without an error, as it does later")
  func stoppedAtOnce() async throws {
    let pipeline = try await TestPipeline()
    let listening = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await pipeline.play(SampleSource(Self.silence(1)))
    }
    try await listening.value
    #expect(pipeline.events.isEmpty)
  }

  @Test("A name that is added while the loop listens is understood in the next request")
  func vocabularyFollowsTheLists() async throws {
    let names = GrowingAssistant.Names(["piano"])
    let pipeline = try TestPipeline(assistant: GrowingAssistant.make(names))
    let request = try await Self.samples(of: "money/slt-breath-vacation-goal.wav")
    let pause = Self.silence(1)
    try await pipeline.play(
      SampleSource(request + pause + request) { position in
        if position == (request.count + pause.count) / 320 * 320 { names.add("vacation") }
      })
    #expect(pipeline.events.rejections.count == 1, "\(pipeline.events)")
    #expect(pipeline.events.understood.map(\.slots) == [["thing": "vacation"]])
    #expect(pipeline.events.responses.map(\.dialog) == ["Here is vacation."])
  }

  @Test("The loop asks for a missing parameter, and the answer needs no wake phrase")
  func asksBack() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      """
      wake: [hey assistant]
      intents:
        Spend:
          phrases: ["safe to spend"]
          parameters:
            goal: { list: goals, required: true, prompt: "For which goal?" }
          response: "Asked about {{goal}}."
      lists:
        goals: ["vacation goal", "ring goal"]
      """, to: "spend.intents.yaml")
    let pipeline = try TestPipeline(assistant: IntentsFile.load(path: file))
    let question = try await Self.samples(of: "money/slt-breath-safe-to-spend-noise.flac")
    let answer = try await Self.samples(of: "refused/slt-no-wake-phrase-vacation-goal.flac")
    try await pipeline.play(SampleSource(question + Self.silence(0.5) + answer + Self.silence(1)))
    #expect(pipeline.spokenTexts == ["For which goal?", "Asked about vacation goal."])
  }

  @Test("Speech that never ends is cut off and refused")
  func endlessSpeech() async throws {
    var configuration = TurnLoop.Configuration()
    configuration.maxCommandDuration = 3
    let pipeline = try await TestPipeline(configuration: configuration)
    let speech = try await Self.samples(of: "human/austen-0890.flac")
    let wake = try await Self.samples(of: "refused/slt-wake-phrase-only.flac")
    let trimmed = Array(wake.prefix(Int(1.1 * 16_000)))
    try await pipeline.play(SampleSource(trimmed + speech + speech + speech + Self.silence(1)))
    #expect(pipeline.events.rejections.count == 1, "\(pipeline.events)")
    #expect(pipeline.events.understood.isEmpty)
    #expect(pipeline.states.last == .idle)
  }
}
