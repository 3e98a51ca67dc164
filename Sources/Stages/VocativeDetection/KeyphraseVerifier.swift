import AcousticFrontEnd
import PocketSphinx
import VocativeCapture

/// The second pass: keyphrase search over a complete stretch of audio, with a normalised level, noise removal and the mean of the
/// speech subtracted.
final class KeyphraseVerifier {
  private let keyphrases: KeyphraseDecoder
  private let frontEnd: UtteranceFrontEnd
  /// Frames of room tone after the audio, after which the search has reported everything: 0.3 s.
  private static let settling = 30

  init(_ keyphrases: KeyphraseDecoder, frontEnd: UtteranceFrontEnd) {
    self.keyphrases = keyphrases
    self.frontEnd = frontEnd
  }

  /// Returns the hits in audio that began at a sample, in time order; hits may overlap.
  func hits(in samples: [Int16], from origin: Int) throws(PocketSphinxError) -> [KeyphraseHit] {
    // Digital silence after the audio would be mistaken for the room's noise.
    let cepstra = try frontEnd.features(of: samples, subtracting: .speech)
    _ = try keyphrases.decoder.decode(cepstra.followedByQuiet(frames: Self.settling))
    return keyphrases.hits(from: origin)
  }
}
