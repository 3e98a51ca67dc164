import Testing
import VocativeTestSupport
import VocativeUnderstanding

@Suite("The end of an utterance", .serialized)
struct SpeechAtEndTests {
  /// A sound at the end of an utterance.
  enum Ending: CaseIterable { case halfOfAWord, loudNoise, faintNoise, silence }

  @Test(
    "An utterance that ends within a word has speech at its end, and one that ends with noise or silence has none",
    arguments: Ending.allCases)
  func ending(_ ending: Ending) async throws {
    let recognizer = try CommandRecognizer.forPhrases(["turn (on|off) the lights"])
    let room = SyntheticAudio.noise(count: 8_000).map { $0 / 2_000 }
    let speech = try await SynthesizedSpeech.samples(of: "turn on the lights in the living room", voice: "slt")
    let samples =
      switch ending {
      case .halfOfAWord: room + speech.prefix(speech.count * 2 / 3)
      case .loudNoise: room + speech + SyntheticAudio.noise(count: 8_000).map { $0 / 8 }
      case .faintNoise: room + speech + SyntheticAudio.noise(count: 8_000).map { $0 / 50 }
      case .silence: room + speech + room
      }
    #expect(try recognizer.hasSpeech(atEndOf: samples) == (ending == .halfOfAWord))
  }

  @Test("Audio without a frame has no speech at its end", arguments: [0, 100])
  func empty(count: Int) throws {
    let recognizer = try CommandRecognizer.forPhrases(["turn (on|off) the lights"])
    #expect(try !recognizer.hasSpeech(atEndOf: [Int16](repeating: 0, count: count)))
  }
}
