/// What a decoder is built with; every value is set explicitly, because PocketSphinx's defaults differ between releases.
public struct DecoderConfiguration: Equatable, Sendable {
  /// The acoustic model.
  public var model: AcousticModel
  /// How much worse than the best a hypothesis may be and stay in the search.
  public var beams = Beams()
  /// Cost of entering a word, as a probability; small values prefer fewer, longer words.
  public var wordInsertionPenalty: Double = 0.65
  /// Weight of grammar probabilities against acoustic scores.
  public var languageWeight: Double = 6.5
  /// Probability of silence between words.
  public var silenceProbability: Double = 0.005
  /// Probability of each of the model's noises between words.
  public var fillerProbability: Double = 1e-8
  /// Frames (10 ms) that share the densities found for the first of them; more cost less time.
  public var framesPerDensities: Int = 1
  /// Frames (10 ms) a keyphrase hit must be old before it is reported.
  public var keyphraseDelay: Int = 10
  /// Weight of the phone loop that keyphrases compete with; smaller finds more.
  public var keyphraseLoopProbability: Double = 1e-1
  /// Whether the front end estimates and subtracts steady noise.
  public var removesNoise: Bool = true
  /// Whether the front end drops what it takes for silence; the frames it drops are not counted, and times drift from the audio's.
  public var removesSilence: Bool = false
  /// Whether the words of a whole utterance are chosen once more from all that the search kept: better with a language model.
  public var searchesLattice: Bool = false
  /// A dictionary that is loaded whole, as a language model needs it; nil for words that are added one by one.
  public var dictionary: PronunciationDictionary?

  /// Search widths, as probability ratios: smaller values search wider and take longer.
  public struct Beams: Equatable, Sendable {
    /// For the states of a phone.
    public var state: Double
    /// For transitions between phones.
    public var phone: Double
    /// For the ends of words.
    public var word: Double

    /// Search widths; the defaults are PocketSphinx's.
    public init(state: Double = 1e-48, phone: Double = 1e-48, word: Double = 7e-29) {
      (self.state, self.phone, self.word) = (state, phone, word)
    }
  }

  /// A configuration with PocketSphinx's default search widths.
  public init(model: AcousticModel) {
    self.model = model
  }

  /// PocketSphinx as it is when nothing is set but the model and the dictionary, by the defaults of release 5prealpha.
  public static func unset(model: AcousticModel, dictionary: PronunciationDictionary) -> DecoderConfiguration {
    var configuration = DecoderConfiguration(model: model)
    configuration.removesSilence = true
    configuration.searchesLattice = true
    configuration.dictionary = dictionary
    return configuration
  }

  /// Command-line form, which is the library's only way in that Swift can call.
  var arguments: [String] {
    [
      "-hmm", model.directory, "-samprate", "16000", "-cmn", "batch", "-remove_silence", removesSilence ? "yes" : "no",
      "-remove_noise", removesNoise ? "yes" : "no", "-beam", "\(beams.state)", "-wbeam", "\(beams.word)", "-pbeam",
      "\(beams.phone)",
      "-silprob", "\(silenceProbability)", "-fillprob", "\(fillerProbability)",
      "-wip", "\(wordInsertionPenalty)", "-lw", "\(languageWeight)", "-kws_delay", "\(keyphraseDelay)",
      "-kws_plp", "\(keyphraseLoopProbability)", "-bestpath", searchesLattice ? "yes" : "no", "-allphone_ci", "yes",
      "-ds", "\(framesPerDensities)",
    ] + (dictionary.map { ["-dict", $0.path] } ?? [])
  }
}
