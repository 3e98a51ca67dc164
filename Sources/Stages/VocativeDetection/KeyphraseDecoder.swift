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
  /// The kind of the decisive keyphrases; nil for all.
  ///
  /// If there are wake phrases, a request has a meaning only after one of them, and is reported as evidence.
  private let decisiveKind: Keyphrase.Kind?
  private let keyphrases: [String: Keyphrase]

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
    decisiveKind = keyphrases.contains { $0.kind == .wake } ? .wake : nil
    var byText: [String: Keyphrase] = [:]
    var spoken: [(text: String, keyphrase: Keyphrase)] = []
    for keyphrase in keyphrases {
      for variant in Self.variants(of: keyphrase, lexicon: lexicon) where byText[variant] == nil {
        byText[variant] = keyphrase
        spoken.append((variant, keyphrase))
      }
    }
    self.keyphrases = byText
    for scope in hasRequests ? [Scope.decisive, .all] : [.decisive] {
      let searched = spoken.filter { scope == .all || isDecisive($0.keyphrase) }
      try decoder.setKeyphrases(
        searched.map { ($0.text, pow(10, $0.keyphrase.log10Threshold - range)) }, search: scope.rawValue)
    }
  }

  /// Whether a keyphrase has a meaning at any time.
  func isDecisive(_ keyphrase: Keyphrase) -> Bool { decisiveKind == nil || keyphrase.kind == decisiveKind }

  /// Whether there are keyphrases that are not decisive.
  var hasRequests: Bool { !keyphrases.values.allSatisfy(isDecisive) }

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
