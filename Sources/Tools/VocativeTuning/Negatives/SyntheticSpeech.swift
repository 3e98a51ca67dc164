import Vocative
import VocativeCapture
import VocativeResponse

/// Ordinary sentences spoken by Flite's voices: speech without any wake phrase, for owners who have recorded little of it.
///
/// It is synthesised, and stands in for real speech; three voices are no households.
public enum SyntheticSpeech {
  /// The voices, all of 16 kHz.
  public static let voices = ["slt", "rms", "awb"]

  /// Every sentence, each voice in its turn, spoken when it is listened to: about eight minutes.
  ///
  /// - Throws: `SpeechError` if Flite is missing, `TuningMaterialError` when its voices are of another rate.
  public static func recordings() async throws -> [TuningMaterial.Recording] {
    // One short word by each tells whether the rest will do.
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
      throw TuningMaterialError("\(engine.program) speaks at \(speech.rate) Hz and not at \(AudioFrame.sampleRate) Hz")
    }
    return speech.samples
  }
}
