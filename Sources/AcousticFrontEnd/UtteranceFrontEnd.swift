public import PocketSphinx

/// Makes whole utterances ready to be decoded: one level, a noise floor, cepstra, steady noise taken out of them, and their mean.
///
/// Not `Sendable`, as the front end in it is not: keep it beside its decoders.
public final class UtteranceFrontEnd {
  /// What is done to an utterance.
  public struct Configuration: Equatable, Sendable {
    /// Level and noise floor; nil to take the utterance as it is.
    public var level: LevelNormalizer? = LevelNormalizer()
    /// Whether steady noise is taken out, where the acoustic model allows it.
    public var compensatesNoise = true

    /// The settings used when nothing else is said.
    public init() {}
  }

  private let model: AcousticModel
  private let configuration: Configuration
  private lazy var compensator = configuration.compensatesNoise ? NoiseCompensator(model: model) : nil
  private var extractor: FeatureExtractor?

  /// A front end for an acoustic model, which is read when the first utterance comes.
  public init(model: AcousticModel, configuration: Configuration = Configuration()) {
    self.model = model
    self.configuration = configuration
  }

  /// The features of a whole utterance of 16 kHz mono samples, with a mean subtracted.
  ///
  /// - Throws: `PocketSphinxError` when the library refuses them, or the model's parameters.
  public func features(of samples: [Int16], subtracting mean: CepstralMean) throws(PocketSphinxError) -> UtteranceFeatures {
    let cepstra = try loadedExtractor().cepstra(of: configuration.level?.normalized(samples) ?? samples)
    return UtteranceFeatures(
      cepstra: (compensator?.compensated(cepstra) ?? cepstra).subtracting(mean),
      uncompensated: compensator == nil ? nil : cepstra.subtracting(mean))
  }

  private func loadedExtractor() throws(PocketSphinxError) -> FeatureExtractor {
    if let extractor { return extractor }
    let loaded = try FeatureExtractor(model: model)
    extractor = loaded
    return loaded
  }
}

/// The features of a whole utterance.
public struct UtteranceFeatures: Equatable, Sendable {
  /// What is to be decoded.
  public let cepstra: Cepstra
  /// The same with its noise; nil where none was taken out.
  public let uncompensated: Cepstra?
}
