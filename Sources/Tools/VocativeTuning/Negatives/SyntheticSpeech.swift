import Vocative
import VocativeCapture
import VocativeResponse

/// Ordinary sentences spoken by Flite's voices: speech without wake phrases, for owners with few recordings.
///
/// Synthesized speech only approximates real speech, and three voices are not a household.
public enum SyntheticSpeech {
  /// The voices, all of 16 kHz.
  public static let voices = ["slt", "rms", "awb"]

  /// Returns every sentence, with alternating voices, synthesized when it is read: about eight minutes.
  ///
  /// - Throws: `SpeechError` if Flite is missing, `TuningMaterialError` if its voices have another sample rate.
  public static func recordings() async throws -> [TuningMaterial.Recording] {
    // One short word from each voice shows whether the others will work.
    for voice in voices { _ = try await samples(of: "Hello.", by: .flite(voice: voice)) }
    return recordings(of: OrdinarySentences.ordinary, .bundled) + recordings(of: OrdinarySentences.similar, .similar)
  }

  private static func recordings(
    of sentences: [String], _ origin: TuningMaterial.Recording.Origin
  ) -> [TuningMaterial.Recording] {
    sentences.enumerated().map { index, sentence in
      let engine = SpeechEngine.flite(voice: voices[index % voices.count])
      return TuningMaterial.Recording(name: sentence, origin: origin, samples: { try await samples(of: sentence, by: engine) })
    }
  }

  private static func samples(of sentence: String, by engine: SpeechEngine) async throws -> [Int16] {
    let speech = try await engine.synthesize(sentence)
    guard speech.rate == AudioFrame.sampleRate else {
      throw TuningMaterialError("\(engine.program) speaks at \(speech.rate) Hz instead of \(AudioFrame.sampleRate) Hz")
    }
    return speech.samples
  }
}
