public import PocketSphinx

extension CommandRecognizer {
  /// The settings of decoding and acceptance.
  public struct Configuration: Equatable, Sendable {
    /// The cost of entering a word, as a probability; with smaller values, commands in noise lose words.
    public var wordInsertionPenalty = 0.65
    /// The probability of silence between words; with this language weight, PocketSphinx's 0.005 costs 34 nepers.
    public var silenceProbability = 0.3
    /// The weight of the grammar relative to the acoustic score.
    public var languageWeight = 6.5
    /// The confidence below which a phrase is rejected, from 0 to 1.
    public var minConfidence = 0.3
    /// The settings for the scores of the network.
    public var network = Scoring.network
    /// The settings for the scores of Gaussian mixtures, which free text and other acoustic models have.
    public var mixtures = Scoring.mixtures

    /// The confidence below which a phrase is rejected if another one is nearly as likely.
    ///
    /// Chosen with earlier weights of the confidence and a minimum of 0.3: of 11 such phrases in six sets with less than 0.5, 3 were right, and 7
    /// came from speech to another assistant. A high minimum leaves room for questions.
    var minConfidenceToAsk: Double { minConfidence + min(0.2, (1 - minConfidence) / 2) }

    /// The default settings.
    public init() {}

    func decoderConfiguration(model: AcousticModel, scoring: Scoring) -> DecoderConfiguration {
      var settings = DecoderConfiguration(model: model)
      settings.wordInsertionPenalty = wordInsertionPenalty
      settings.languageWeight = languageWeight
      settings.silenceProbability = silenceProbability
      settings.beams = scoring.beams
      return settings
    }
  }
}

extension CommandRecognizer.Configuration {
  /// The settings that depend on the scores of the senones.
  public struct Scoring: Equatable, Sendable {
    /// The search widths, which are larger than PocketSphinx's defaults, and the limit above which they shrink.
    ///
    /// With a limit of 1,500 models, commands of a large grammar take half the time, and no verdict of 972 recordings changes. With 400, three do.
    public var beams: DecoderConfiguration.Beams
    /// The model that derives the confidence from the evidence.
    public var confidence: ConfidenceModel
    /// The minimum margin over a sentence of another meaning, below which the runtime asks which one was meant.
    ///
    /// In the decoder's score units: logarithms to the base 1.0001 with ten bits dropped, 0.1024 nepers each.
    public var minMargin: Int
    /// The limits for speech before a command; nil if it is not looked for.
    public var speechBefore: SpeechBefore?

    /// The settings that were chosen with the scores of the network.
    ///
    /// The margin asks about none of 202 commands in quiet that were heard right. In rooms, it asks about 10 of 26 opposites that were
    /// heard wrong, and about 5 of 89 that were heard right.
    public static let network = Scoring(
      beams: .init(state: 1e-60, phone: 1e-60, word: 1e-40, maxModels: 1_500), confidence: ConfidenceModel(), minMargin: 80,
      speechBefore: SpeechBefore())

    /// The settings that were chosen with the scores of Gaussian mixtures, which prefer no sentence as clearly.
    public static let mixtures = Scoring(
      beams: .init(state: 1e-80, phone: 1e-80, word: 1e-50, maxModels: 1_500), confidence: .forMixtures, minMargin: 30)
  }
}
