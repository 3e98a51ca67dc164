import Foundation
import PocketSphinx
import VocativeCapture

/// A decoder that searches for keyphrases and nothing else, each with its own threshold.
final class KeyphraseDecoder {
  let decoder: Decoder
  private let keyphrases: [String: Keyphrase]

  private static let search = "keyphrases"
  /// Ways of saying a phrase that are listened for; more cost accuracy before they find more.
  private static let variantLimit = 4

  /// - Parameters:
  ///   - range: Decades under its threshold from which a phrase is told of.
  ///   - framesPerDensities: Frames (10 ms) that share the densities found for the first of them.
  init(
    keyphrases: [Keyphrase], lexicon: Lexicon, model: AcousticModel, range: Double = 0, framesPerDensities: Int = 1
  ) throws(PocketSphinxError) {
    var configuration = DecoderConfiguration(model: model)
    // Wide enough that no phrase is pruned before its threshold has decided: beams narrower than a threshold would overrule it.
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
    try decoder.activate(Self.search)
  }

  /// What was found so far, in an utterance that began at a sample; in order of time, overlapping or not.
  func hits(from origin: Int) -> [KeyphraseHit] {
    (decoder.hypothesis()?.segments ?? []).compactMap { segment in
      guard let keyphrase = keyphrases[segment.text] else { return nil }
      return KeyphraseHit(
        keyphrase: keyphrase, start: origin + segment.startFrame * Decoder.samplesPerFrame,
        end: origin + (segment.endFrame + 1) * Decoder.samplesPerFrame,
        margin: KeyphraseMargin.log10(ofProbability: segment.probability) - keyphrase.log10Threshold)
    }
  }

  /// A phrase once for each way of saying its words, the usual way first.
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
