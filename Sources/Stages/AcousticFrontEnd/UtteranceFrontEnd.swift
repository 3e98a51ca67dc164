public import PocketSphinx

/// Computes features of whole utterances: normalised level, PocketSphinx's noise removal, and a subtracted mean.
///
/// Not `Sendable`, because the extractors are not: keep it beside its decoders.
public final class UtteranceFrontEnd {
  private let model: AcousticModel
  private let level: LevelNormalizer?
  /// An extractor with noise removal, for sentences, and one without, for phrases.
  ///
  /// In a loud echo, noise removal also removes a stop word.
  private var extractors: [Bool: FeatureExtractor] = [:]

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
    try extractor(removingNoise: mean == .utterance).cepstra(of: level?.normalized(samples) ?? samples).subtracting(mean)
  }

  private func extractor(removingNoise removesNoise: Bool) throws(PocketSphinxError) -> FeatureExtractor {
    if let extractor = extractors[removesNoise] { return extractor }
    let extractor = try FeatureExtractor(model: model, removesNoise: removesNoise)
    extractors[removesNoise] = extractor
    return extractor
  }
}
