public import PocketSphinx

/// The audible part of an utterance, as a decoder receives it.
public struct AudibleSpeech: Sendable {
  /// The frames (10 ms) of the audible part, and some before and after it.
  public let input: DecoderInput
  /// The features of these frames.
  public let cepstra: Cepstra
  /// The number of frames between the start of the utterance and these frames.
  public let quietFramesBefore: Int
  /// The number of frames between these frames and the end of the utterance.
  public let quietFramesAfter: Int
}

/// Prepares whole utterances for decoding: normalised level, PocketSphinx's noise removal and a subtracted mean; for sentences, the scores
/// that a network computes from these features.
///
/// Not `Sendable`, because the extractors are not: keep it beside its decoders.
public final class UtteranceFrontEnd {
  private let model: AcousticModel
  private let level: LevelNormalizer?
  /// Frames (10 ms) before and after the audible part of an utterance that belong to it.
  private static let silenceAround = 50
  /// An extractor with noise removal, for sentences, and one without, for phrases.
  ///
  /// In a loud echo, noise removal also removes a stop word.
  private var extractors: [Bool: FeatureExtractor] = [:]
  private lazy var network = AcousticNetwork.network(for: model)

  /// Creates a front end for an acoustic model, which is read when the first utterance arrives.
  ///
  /// - Parameter level: Level and noise floor; nil to leave the level of an utterance unchanged.
  public init(model: AcousticModel, level: LevelNormalizer? = LevelNormalizer()) {
    self.model = model
    self.level = level
  }

  /// Whether the audible part of an utterance consists of scores of the network.
  public var hasNetwork: Bool { network != nil }

  /// Returns the features of a whole utterance of 16 kHz mono samples, with a mean subtracted.
  ///
  /// - Throws: `PocketSphinxError` if the library rejects the samples or the model's parameters.
  public func features(of samples: [Int16], subtracting mean: CepstralMean) throws(PocketSphinxError) -> Cepstra {
    try extractor(removingNoise: mean == .utterance).cepstra(of: leveled(samples)).subtracting(mean)
  }

  /// Returns the audible part of a whole utterance of 16 kHz mono samples, for sentences.
  ///
  /// It consists of scores if the network is for the senones of the model, and of features otherwise.
  ///
  /// - Throws: `PocketSphinxError` if the library rejects the samples or the model's parameters.
  public func audibleSpeech(of samples: [Int16]) throws(PocketSphinxError) -> AudibleSpeech {
    let leveled = leveled(samples)
    let whole = try extractor(removingNoise: true).cepstra(of: leveled)
    // The mean is that of the audible part: beside a long silence, the noise of a recording counts as speech.
    let audible = whole.audibleFrames(margin: Self.silenceAround)
    let cepstra = whole.frames(audible).subtracting(.utterance)
    var input = DecoderInput.cepstra(cepstra)
    if let network {
      let noisy = try extractor(removingNoise: false).cepstra(of: leveled).frames(audible).subtracting(.utterance)
      input = .senoneScores(network.scores(of: cepstra, noisy: noisy))
    }
    return AudibleSpeech(
      input: input, cepstra: cepstra, quietFramesBefore: audible.lowerBound,
      quietFramesAfter: whole.frameCount - audible.upperBound)
  }

  private func leveled(_ samples: [Int16]) -> [Int16] { level?.normalized(samples) ?? samples }

  private func extractor(removingNoise removesNoise: Bool) throws(PocketSphinxError) -> FeatureExtractor {
    if let extractor = extractors[removesNoise] { return extractor }
    let extractor = try FeatureExtractor(model: model, removesNoise: removesNoise)
    extractors[removesNoise] = extractor
    return extractor
  }
}
