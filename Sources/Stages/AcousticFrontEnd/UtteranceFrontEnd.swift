public import PocketSphinx

/// Makes features of whole utterances: one level, PocketSphinx's own noise removal, and a mean.
///
/// Not `Sendable`, as the front end in it is not: keep it beside its decoders.
public final class UtteranceFrontEnd {
  private let model: AcousticModel
  private let level: LevelNormalizer?
  /// One that removes noise, for sentences, and one that does not, for phrases: a stop word in a loud echo would be removed with it.
  private var extractors: [Bool: FeatureExtractor] = [:]

  /// A front end for an acoustic model, which is read when the first utterance comes.
  ///
  /// - Parameter level: Level and noise floor; nil to take an utterance as it is.
  public init(model: AcousticModel, level: LevelNormalizer? = LevelNormalizer()) {
    self.model = model
    self.level = level
  }

  /// The features of a whole utterance of 16 kHz mono samples, with a mean subtracted.
  ///
  /// - Throws: `PocketSphinxError` if the library refuses them, or the model's parameters.
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
