public import PocketSphinx

/// The features of an utterance that may be a sentence.
public struct SentenceFeatures: Sendable {
  /// The cepstra for decoding, corrected by the network.
  public let enhanced: Cepstra
  /// The same cepstra before the correction.
  public let plain: Cepstra
}

/// Computes features of whole utterances: normalised level, PocketSphinx's noise removal, a subtracted mean, and a network's
/// correction for rooms and noise.
///
/// Not `Sendable`, because the extractors are not: keep it beside its decoders.
public final class UtteranceFrontEnd {
  private let model: AcousticModel
  private let level: LevelNormalizer?
  /// An extractor with noise removal, for sentences, and one without, for phrases.
  ///
  /// In a loud echo, noise removal also removes a stop word.
  private var extractors: [Bool: FeatureExtractor] = [:]
  private lazy var enhancer = FeatureEnhancer.enhancer(for: model)

  /// Creates a front end for an acoustic model, which is read when the first utterance arrives.
  ///
  /// - Parameter level: Level and noise floor; nil to leave the level of an utterance unchanged.
  public init(model: AcousticModel, level: LevelNormalizer? = LevelNormalizer()) {
    self.model = model
    self.level = level
  }

  /// Returns the features of a whole utterance of 16 kHz mono samples, with a mean subtracted.
  ///
  /// - Throws: `PocketSphinxError` if the library rejects the samples or the model's parameters.
  public func features(of samples: [Int16], subtracting mean: CepstralMean) throws(PocketSphinxError) -> Cepstra {
    try features(of: leveled(samples), removingNoise: mean == .utterance, subtracting: mean)
  }

  /// Returns the features of a whole utterance of 16 kHz mono samples for sentences.
  ///
  /// If the model's features differ from those that the network was trained with, both are the same.
  ///
  /// - Throws: `PocketSphinxError` if the library rejects the samples or the model's parameters.
  public func sentenceFeatures(of samples: [Int16]) throws(PocketSphinxError) -> SentenceFeatures {
    let leveled = leveled(samples)
    let plain = try features(of: leveled, removingNoise: true, subtracting: .utterance)
    guard let enhancer else { return SentenceFeatures(enhanced: plain, plain: plain) }
    let noisy = try features(of: leveled, removingNoise: false, subtracting: .utterance)
    return SentenceFeatures(enhanced: enhancer.enhanced(plain, noisy: noisy).subtracting(.utterance), plain: plain)
  }

  private func leveled(_ samples: [Int16]) -> [Int16] { level?.normalized(samples) ?? samples }

  private func features(
    of leveled: [Int16], removingNoise removesNoise: Bool, subtracting mean: CepstralMean
  ) throws(PocketSphinxError) -> Cepstra {
    try extractor(removingNoise: removesNoise).cepstra(of: leveled).subtracting(mean)
  }

  private func extractor(removingNoise removesNoise: Bool) throws(PocketSphinxError) -> FeatureExtractor {
    if let extractor = extractors[removesNoise] { return extractor }
    let extractor = try FeatureExtractor(model: model, removesNoise: removesNoise)
    extractors[removesNoise] = extractor
    return extractor
  }
}
