/// The settings of a decoder.
///
/// Every value is set explicitly, because PocketSphinx's defaults differ between releases.
public struct DecoderConfiguration: Equatable, Sendable {
  /// The acoustic model.
  public var model: AcousticModel
  /// The search widths: how much worse than the best one a hypothesis may be.
  public var beams = Beams()
  /// The cost of entering a word, as a probability; small values prefer fewer, longer words.
  public var wordInsertionPenalty: Double = 0.65
  /// The weight of grammar probabilities relative to acoustic scores.
  public var languageWeight: Double = 6.5
  /// The probability of silence between words.
  public var silenceProbability: Double = 0.005
  /// The number of frames (10 ms) that share the densities computed for the first of them; larger values take less time.
  public var framesPerDensities: Int = 1
  /// Whether the front end estimates and subtracts steady noise.
  public var removesNoise: Bool = true
  /// Whether the front end removes silence; removed frames are not counted, so times drift from the audio's.
  public var removesSilence: Bool = false
  /// Whether the words of a whole utterance are chosen again from the search lattice, which improves results with a language
  /// model.
  public var searchesLattice: Bool = false
  /// A dictionary to load completely, as a language model requires; nil if words are added one by one.
  public var dictionary: PronunciationDictionary?

  /// Search widths, as probability ratios: smaller values search wider and take longer.
  public struct Beams: Equatable, Sendable {
    /// The width for the states of a phone.
    public var state: Double
    /// The width for transitions between phones.
    public var phone: Double
    /// The width for the ends of words.
    public var word: Double
    /// The number of hidden Markov models in a frame above which the widths shrink until there are fewer.
    ///
    /// A grammar search multiplies the exponents of all widths by 0.9 after each frame with more models, down to 0.1 of them (`fsg_search.c`). A
    /// search with a language model keeps about this number of the best models. A keyphrase search and a phone loop have no limit.
    public var maxModels: Int

    /// Creates search widths; the defaults are PocketSphinx's.
    public init(state: Double = 1e-48, phone: Double = 1e-48, word: Double = 7e-29, maxModels: Int = 30_000) {
      (self.state, self.phone, self.word, self.maxModels) = (state, phone, word, maxModels)
    }
  }

  /// Creates a configuration with PocketSphinx's default search widths.
  public init(model: AcousticModel) {
    self.model = model
  }

  /// Returns a configuration with the defaults of PocketSphinx 5prealpha, except for the model and the dictionary.
  public static func unset(model: AcousticModel, dictionary: PronunciationDictionary) -> DecoderConfiguration {
    var configuration = DecoderConfiguration(model: model)
    configuration.removesSilence = true
    configuration.searchesLattice = true
    configuration.dictionary = dictionary
    return configuration
  }

  /// The settings as command-line arguments, the library's only interface for them that Swift can call.
  var arguments: [String] {
    [
      "-hmm", model.directory, "-samprate", "16000", "-cmn", "batch", "-remove_silence", removesSilence ? "yes" : "no",
      "-remove_noise", removesNoise ? "yes" : "no", "-beam", "\(beams.state)", "-wbeam", "\(beams.word)", "-pbeam",
      "\(beams.phone)", "-maxhmmpf", "\(beams.maxModels)",
      "-silprob", "\(silenceProbability)", "-fillprob", "1e-8",
      "-fsgusealtpron", "no", "-wip", "\(wordInsertionPenalty)", "-lw", "\(languageWeight)", "-kws_delay", "10",
      "-kws_plp", "0.1", "-bestpath", searchesLattice ? "yes" : "no", "-allphone_ci", "yes",
      "-ds", "\(framesPerDensities)",
    ] + (dictionary.map { ["-dict", $0.path] } ?? [])
  }
}
