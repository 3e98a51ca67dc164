import Foundation
import PocketSphinx
import VocativeCapture

/// A decoder that only searches for keyphrases, each with its own threshold.
final class KeyphraseDecoder {
  /// The keyphrases of a search.
  enum Scope: String {
    /// Those that have a meaning at any time.
    case decisive
    /// All of them.
    case all
  }

  let decoder: Decoder
  /// Whether there are keyphrases that are not decisive.
  let hasRequests: Bool
  private let keyphrases: [String: Keyphrase]

  /// Frames (10 ms) that share densities, because the search only has to find candidates for a second pass.
  private static let framesPerDensities = 2
  /// The maximum number of pronunciation variants of a phrase; more variants cost accuracy before they find more.
  private static let variantLimit = 4

  /// - Parameters:
  ///   - decisiveKind: The kind of the decisive keyphrases; nil for all.
  ///   - range: Decades below its threshold from which a phrase is reported.
  init(
    keyphrases: [Keyphrase], decisiveKind: Keyphrase.Kind?, lexicon: Lexicon, model: AcousticModel, range: Double
  ) throws(PocketSphinxError) {
    var configuration = DecoderConfiguration(model: model)
    // Wide enough that no phrase is pruned before its threshold decides: a beam narrower than a threshold would override it.
    configuration.beams = .init(state: 1e-200, phone: 1e-200, word: 1e-200)
    configuration.framesPerDensities = Self.framesPerDensities
    decoder = try Decoder(configuration: configuration)
    try decoder.add(lexicon)
    var byText: [String: Keyphrase] = [:]
    var entries: [Scope: [(text: String, threshold: Double)]] = [:]
    for keyphrase in keyphrases {
      for variant in Self.variants(of: keyphrase, lexicon: lexicon) where byText[variant] == nil {
        byText[variant] = keyphrase
        let entry = (variant, pow(10, keyphrase.log10Threshold - range))
        entries[.all, default: []].append(entry)
        if keyphrase.kind == decisiveKind ?? keyphrase.kind { entries[.decisive, default: []].append(entry) }
      }
    }
    self.keyphrases = byText
    hasRequests = entries[.all]?.count != entries[.decisive]?.count
    for (scope, entries) in entries where scope == .decisive || hasRequests {
      try decoder.setKeyphrases(entries, search: scope.rawValue)
    }
  }

  /// Starts an utterance in which it searches for some or all keyphrases.
  func startUtterance(_ scope: Scope) throws(PocketSphinxError) {
    try decoder.activate(scope.rawValue)
    try decoder.startUtterance()
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
