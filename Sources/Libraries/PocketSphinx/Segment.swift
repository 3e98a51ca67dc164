import Foundation

/// A stretch of decoded audio: a word of a grammar, a whole keyphrase, or a phone.
public struct Segment: Equatable, Sendable {
  /// The word, keyphrase or phone; fillers such as `<sil>` too.
  public let text: String
  /// First frame (10 ms) from the start of the utterance.
  public let startFrame: Int
  /// Last frame (10 ms), inclusive.
  public let endFrame: Int
  /// Log probability in the decoder's units (base 1.0001, shifted by 10 bits): see `KeyphraseMargin`.
  public let probability: Int
  /// Acoustic score in the decoder's units.
  public let acousticScore: Int
}

/// What a decoded utterance came to.
public struct Hypothesis: Equatable, Sendable {
  /// The words and fillers in order of time.
  public let segments: [Segment]
  /// Path score in the decoder's units: acoustic, language and insertion together.
  public let score: Int
  /// Frames (10 ms) that were decoded.
  public let frameCount: Int
}

/// How clearly a keyphrase was heard.
public enum KeyphraseMargin {
  /// The decimal logarithm of the strictest threshold at which a hit with this probability would still have been reported.
  ///
  /// PocketSphinx reports `ratio - 1500` in units of `1024 * ln(1.0001)`; one decade of likelihood ratio is 22.49 of them.
  public static func log10(ofProbability probability: Int) -> Double {
    let unitsPerDecade = 1 / (1024 * Foundation.log10(1.0001))
    return Double(probability + 1500) / unitsPerDecade
  }
}
