import Foundation
import PocketSphinx
import VocativeCapture

/// A decoder that only searches for keyphrases, each with its own threshold.
final class KeyphraseDecoder {
  let decoder: Decoder
  private let keyphrases: [String: Keyphrase]

  private static let search = "keyphrases"
  /// The maximum number of pronunciation variants of a phrase; more variants cost accuracy before they find more.
  private static let variantLimit = 4

  /// - Parameters:
  ///   - range: Decades below its threshold from which a phrase is reported.
  ///   - framesPerDensities: Frames (10 ms) that share the densities computed for the first of them.
  init(
    keyphrases: [Keyphrase], lexicon: Lexicon, model: AcousticModel, range: Double, framesPerDensities: Int = 1
  ) throws(PocketSphinxError) {
    var configuration = DecoderConfiguration(model: model)
    // Wide enough that no phrase is pruned before its threshold decides: a beam narrower than a threshold would override it.
    configuration.beams = .init(state: 1e-200, phone: 1e-200, word: 1e-200)
    configuration.framesPerDensities = framesPerDensities
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
    try activate()
  }

  /// Makes the search for keyphrases the active one; must not be called during an utterance.
  func activate() throws(PocketSphinxError) {
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
