public import PocketSphinx

/// Makes whole utterances ready to be decoded: one level, a noise floor, cepstra, and steady noise taken out of them.
///
/// Not `Sendable`, as the front end in it is not: keep it beside its decoder.
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

  private let configuration: Configuration
  private let extractor: FeatureExtractor
  private let compensator: NoiseCompensator?

  /// A front end for an acoustic model.
  ///
  /// - Throws: `PocketSphinxError` when the library refuses the model's parameters.
  public init(model: AcousticModel, configuration: Configuration = Configuration()) throws(PocketSphinxError) {
    self.configuration = configuration
    extractor = try FeatureExtractor(model: model)
    compensator = configuration.compensatesNoise ? NoiseCompensator(model: model) : nil
  }

  /// The features of a whole utterance of 16 kHz mono samples.
  ///
  /// - Throws: `PocketSphinxError` when the library refuses.
  public func features(of samples: [Int16]) throws(PocketSphinxError) -> UtteranceFeatures {
    let cepstra = try extractor.cepstra(of: configuration.level?.normalized(samples) ?? samples)
    guard let compensator else { return UtteranceFeatures(cepstra: cepstra, uncompensated: nil) }
    return UtteranceFeatures(cepstra: compensator.compensated(cepstra), uncompensated: cepstra)
  }
}

/// The features of a whole utterance.
public struct UtteranceFeatures: Equatable, Sendable {
  /// What is to be decoded.
  public let cepstra: Cepstra
  /// The same with its noise; nil where none was taken out.
  public let uncompensated: Cepstra?
}
