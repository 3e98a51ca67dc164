import AcousticFrontEnd
import PocketSphinx
import VocativeCapture

/// The second hearing: keyphrase search over a stretch of audio that is known as a whole, at one level, without its noise, and with
/// the mean of its own speech subtracted.
final class KeyphraseVerifier {
  private let keyphrases: KeyphraseDecoder
  private let frontEnd: UtteranceFrontEnd
  /// Frames of the room behind the audio, after which the search has reported everything: 0.3 s.
  private static let settling = 30

  init(_ keyphrases: KeyphraseDecoder, frontEnd: UtteranceFrontEnd) {
    self.keyphrases = keyphrases
    self.frontEnd = frontEnd
  }

  /// What is heard in audio that began at a sample, in order of time, overlapping or not.
  func hits(in samples: [Int16], from origin: Int) throws(PocketSphinxError) -> [KeyphraseHit] {
    // Digital silence behind it would pass for the room's noise.
    let cepstra = try frontEnd.features(of: samples, subtracting: .speech)
    _ = try keyphrases.decoder.decode(cepstra.followedByQuiet(frames: Self.settling))
    return keyphrases.hits(from: origin)
  }
}
