import Foundation
import Logging
import Money
import SoundFile
import Testing
import Vocative
import VocativeTestSupport
import VocativeWyoming

@Suite(
  "Stages that another Wyoming service performs",
  .enabled(if: ReferenceWyomingService.isInstalled, Comment(rawValue: ReferenceWyomingService.reason)))
struct OtherServiceTests {
  private let logger = Logger.silent

  /// Returns the understanding of a recording of "hey assistant vacation goal".
  private func understanding(
    by service: WyomingAddress, limit: Duration = .seconds(300), from beginning: CommandRecognizer.Beginning = .wakePhrase
  ) async throws -> Understanding {
    let folder = try TemporaryFolder()
    let assistant = try MoneyAssistant.make(store: MoneyStore(sampleAt: folder.path + "/money.sqlite"))
    let runtime = IntentRuntime(assistant: assistant, memory: try .inMemory(assistant: "money"), logger: logger)
    try await runtime.prepare()
    let model = try RecognitionModel()
    let plan = try SpeechPlanner(model: model, assistant: assistant).plan(for: try await runtime.grammar())
    let recognizer = WyomingRecognizer(service, model: model, limit: limit, logger: logger)
    try await recognizer.setGrammar(plan.grammar, wakePhrases: plan.wakePhrases, lexicon: plan.lexicon)
    return try await recognizer.recognize(RawRecording.samples(of: "money/slt-breath-vacation-goal.wav"), from: beginning)
  }

  private func intent(of understanding: Understanding) -> String? {
    if case .understood(let interpretation) = understanding { interpretation.intent } else { nil }
  }

  @Test(
    "The transcript of the service is understood, however it spells the wake phrase",
    arguments: ["Coffee expense.", "Hey, assistant: coffee expense!", "Hey Assistent coffee expense"])
  func transcript(text: String) async throws {
    let service = try await ReferenceWyomingService("say \(text)")
    let understanding = try await understanding(by: service.address)
    #expect(intent(of: understanding) == "ExpenseLeft", "\(understanding)")
  }

  @Test("A transcript that is not a phrase is rejected, and a wake phrase alone is recognized")
  func rejected() async throws {
    let sandwich = try await ReferenceWyomingService("say Make me a sandwich.")
    #expect(try await understanding(by: sandwich.address) == .rejected(Rejection(.notAPhrase)))
    let alone = try await ReferenceWyomingService("say Hey assistant.")
    #expect(try await understanding(by: alone.address) == .wakePhraseOnly)
    let nothing = try await ReferenceWyomingService("say  ")
    #expect(try await understanding(by: nothing.address) == .rejected(Rejection(.nothingHeard)))
  }

  @Test(
    "The built-in recognizer is used if the service fails, disconnects or sends invalid data",
    arguments: ["fail", "leave", "babble"])
  func broken(behaviour: String) async throws {
    let service = try await ReferenceWyomingService(behaviour)
    #expect(intent(of: try await understanding(by: service.address)) == "GoalProgress")
  }

  @Test("The built-in recognizer is used if the service times out or is missing")
  func silent() async throws {
    let service = try await ReferenceWyomingService("hang")
    #expect(intent(of: try await understanding(by: service.address, limit: .milliseconds(300))) == "GoalProgress")
    let gone = WyomingAddress.unix(path: "/nowhere/service")
    #expect(intent(of: try await understanding(by: gone)) == "GoalProgress")
  }

  /// Returns the sample rate and the samples of the speech.
  private func spoken(
    by service: WyomingAddress, limit: Duration = .seconds(300), style: SpeechStyle = SpeechStyle()
  ) async throws -> (rate: Int, samples: [Float]) {
    let path = ProcessFolder.path("speech.wav")
    let synthesizer = SpeakingSynthesizer(
      service: service, fallback: try .installed(), limit: limit, output: .file(path), style: { style }, logger: logger)
    try await synthesizer.speak("vacation goal")
    let reader = try SoundFileReader(path: path)
    return (reader.rate, try reader.read(frames: 1 << 20))
  }

  @Test("The audio of the service that speaks is played")
  func speech() async throws {
    let service = try await ReferenceWyomingService("say")
    let spoken = try await spoken(by: service.address)
    #expect(spoken.rate == 22_050)
    #expect(spoken.samples.count == 11_025)
    let samples = spoken.samples.map { Int16($0 * 32_767) }
    #expect(abs(SyntheticAudio.frequency(of: samples, rate: spoken.rate) - 440) < 2)
  }

  @Test("The service that speaks is asked for the voice and the speaker, and the volume is that of the settings")
  func voice() async throws {
    let service = try await ReferenceWyomingService("say")
    for (voice, frequency) in [("other", 440.0), ("tones", 660), ("tones/high", 880)] {
      let spoken = try await spoken(by: service.address, style: SpeechStyle(volume: 50, speed: 200, voice: voice))
      #expect(spoken.samples.count == 11_025, "the protocol has no speed")
      let samples = spoken.samples.map { Int16($0 * 32_767) }
      #expect(abs(SyntheticAudio.frequency(of: samples, rate: spoken.rate) - frequency) < 2)
      #expect((4990...5000).contains(samples.max() ?? 0))
    }
  }

  @Test("The server speaks with the volume, the speed and the voice of the settings, unless a request names a voice")
  func served() async throws {
    func speech(_ style: SpeechStyle, voice: String? = nil) async throws -> [Float] {
      let server = try await RunningWyoming(style: style)
      return try await spoken(by: WyomingAddress(uri: server.uri), style: SpeechStyle(voice: voice)).samples
    }
    let plain = try await speech(SpeechStyle())
    let changed = try await speech(SpeechStyle(volume: 50, speed: 200))
    #expect((0.4...0.7).contains(Double(changed.count) / Double(plain.count)))
    let quiet = try await speech(SpeechStyle(volume: 50))
    #expect(quiet.count == plain.count)
    #expect(zip(quiet, plain).allSatisfy { abs($0 - $1 / 2) < 0.001 })
    let other = try await speech(SpeechStyle(voice: "rms"))
    #expect(other.count != plain.count)
    #expect(try await speech(SpeechStyle(voice: "rms"), voice: "slt") == plain)
    #expect(try await speech(SpeechStyle(voice: "rms"), voice: "unknown") == other)
  }

  @Test(
    "A local engine speaks if the service fails", arguments: ["fail", "leave", "babble", "hang"])
  func speechFallback(behaviour: String) async throws {
    let service = try await ReferenceWyomingService(behaviour)
    let spoken = try await spoken(by: service.address, limit: behaviour == "hang" ? .milliseconds(300) : .seconds(300))
    #expect(spoken.rate == 16_000)
    #expect(spoken.samples.count > 8000)
  }
}
