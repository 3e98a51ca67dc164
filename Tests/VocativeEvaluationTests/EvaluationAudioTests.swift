import Foundation
import Testing
import Vocative
import VocativeEvaluation
import VocativeTestSupport

@Suite("Evaluation audio")
struct EvaluationAudioTests {
  /// Returns a second of silence, a second of a warbling tone, and some silence after it.
  private func speech(quietAfter seconds: Double) -> [Int16] {
    let quiet = SyntheticAudio.noise(count: 16_000).map { $0 / 8192 }
    let loud = (0..<16_000).map { Int16(8000 * sin(Double($0) / 4) * sin(Double($0) / 900)) }
    return quiet + loud + quiet.prefix(Int(seconds * 16_000))
  }

  @Test("The end of speech is found with silence after it or with the recording cut off", arguments: [0, 0.2, 0.9])
  func speechEnd(_ quietAfter: Double) throws {
    let end = try #require(EvaluationAudio(speech(quietAfter: quietAfter)).speechEnd)
    #expect(abs(Double(end) / 16_000 - 2) < 0.1)
  }

  @Test("The end of speech is found in the noise of a room that a detector does not know yet")
  func speechEndInRoom() throws {
    let noise = SyntheticAudio.noise(count: 48_000).map { $0 / 128 }
    let spoken = zip(speech(quietAfter: 1), noise).map { $0 + $1 }
    let end = try #require(EvaluationAudio(spoken).speechEnd)
    #expect(abs(Double(end) / 16_000 - 2) < 0.1)
  }

  @Test("Speech in the noise of the room before a recording is not its command")
  func speechBefore() async throws {
    let hiss = SyntheticAudio.noise(count: 112_000).map { $0 / 4096 }
    func adding(_ text: String, at place: (Int) -> Int) async throws -> [Int16] {
      let spoken = try await SynthesizedSpeech.samples(of: text, voice: "slt")
      var samples = hiss
      for (index, sample) in spoken.enumerated() { samples[place(spoken.count) + index] += sample / 2 }
      return samples
    }
    // The room before the recording is the first four seconds of this noise.
    let mixer = NoiseMixer(noise: try await adding("turn on the light") { 64_000 - $0 })
    let audio = EvaluationAudio(try await adding("turn off the light") { _ in 4800 }, mixer: mixer, ratio: 0, seed: 1)
    let grammar = Grammar(
      phrases: try ["on", "off"].map { state in
        let text = "turn \(state) the light"
        return .init(intent: state, template: try Template(text), text: text)
      })
    let plan = try SpeechPlanner(model: RecognitionModel(), wakePhrases: []).plan(for: grammar)
    let results = try await UnderstandingEvaluation(model: RecognitionModel(), plan: plan, method: .pipeline).run(
      [.init(audio: "light.wav", expectation: .understood(intent: "off", slots: [:]))], jobs: 1, audio: { _, _ in audio },
      progress: {})
    #expect(results.map(\.verdict) == [.correct], "\(results.map(\.understanding))")
  }

  @Test("Noise does not move the end of speech, and continues after the recording at its own level")
  func noise() throws {
    let mixer = NoiseMixer(noise: SyntheticAudio.noise(count: 400_000).map { $0 / 16 })
    let clean = EvaluationAudio(speech(quietAfter: 0.5))
    let noisy = EvaluationAudio(speech(quietAfter: 0.5), mixer: mixer, ratio: 6, seed: 3)
    #expect(noisy.speechEnd == clean.speechEnd)
    #expect(noisy.samples == mixer.mixed(speech(quietAfter: 0.5), ratio: 6, seed: 3))
    func level(_ samples: some Collection<Int16>) -> Double {
      10 * log10(samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(samples.count))
    }
    #expect(abs(level(noisy.room) - level(noisy.samples.suffix(4000))) < 1)
    #expect(level(clean.room) < 30, "quiet stays quiet")
    #expect(clean.room.count == 160_000)
  }
}
