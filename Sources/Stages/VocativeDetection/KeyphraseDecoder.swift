import Foundation
import PocketSphinx
import VocativeCapture

/// A decoder that only searches for keyphrases, each with its own threshold.
final class KeyphraseDecoder {
  let decoder: Decoder
  private let keyphrases: [String: Keyphrase]

  private static let search = "keyphrases"
  /// Frames (10 ms) that share densities, because the search only has to find candidates for a second pass.
  private static let framesPerDensities = 2
  /// The maximum number of pronunciation variants of a phrase; more variants cost accuracy before they find more.
  private static let variantLimit = 4

  /// - Parameters:
  ///   - range: Decades below its threshold from which a phrase is reported.
  init(
    keyphrases: [Keyphrase], lexicon: Lexicon, model: AcousticModel, range: Double
  ) throws(PocketSphinxError) {
    var configuration = DecoderConfiguration(model: model)
    // Wide enough that no phrase is pruned before its threshold decides: a beam narrower than a threshold would override it.
    configuration.beams = .init(state: 1e-200, phone: 1e-200, word: 1e-200)
    configuration.framesPerDensities = Self.framesPerDensities
    decoder = try Decoder(configuration: configuration)
    try decoder.add(lexicon)
    var byText: [String: Keyphrase] = [:]
    var entries: [(text: String, threshold: Double)] = []
    for keyphrase in keyphrases {
      for variant in Self.variants(of: keyphrase, lexicon: lexicon) where byText[variant] == nil {
        byText[variant] = keyphrase
        entries.append((variant, pow(10, keyphrase.log10Threshold - range)))
      }
    }
    self.keyphrases = byText
    try decoder.setKeyphrases(entries, search: Self.search)
    try decoder.activate(Self.search)
  }

  /// Returns the hits so far of an utterance that began at a sample, in time order; hits may overlap.
  func hits(from origin: Int) -> [KeyphraseHit] {
    (decoder.hypothesis()?.segments ?? []).compactMap { segment in
      guard let keyphrase = keyphrases[segment.text] else { return nil }
      return KeyphraseHit(
        keyphrase: keyphrase, start: origin + segment.startFrame * Decoder.samplesPerFrame,
        end: origin + (segment.endFrame + 1) * Decoder.samplesPerFrame,
        margin: KeyphraseMargin.log10(ofProbability: segment.probability) - keyphrase.log10Threshold)
    }
  }

  /// Returns a phrase once for each pronunciation of its words, the most common one first.
  private static func variants(of keyphrase: Keyphrase, lexicon: Lexicon) -> [String] {
    var variants = [""]
    for word in keyphrase.words {
      let names = lexicon.names(of: word).isEmpty ? [word] : lexicon.names(of: word)
      variants = names.flatMap { name in variants.map { $0.isEmpty ? name : "\($0) \(name)" } }
      variants = Array(variants.prefix(variantLimit))
    }
    return variants
  }
}
