public import PocketSphinx

/// The data for recognizing free text: a dictionary and a language model.
public struct Dictation: Equatable, Sendable {
  /// The dictionary, which is loaded completely.
  public var dictionary: PronunciationDictionary
  /// The language model.
  public var languageModel: LanguageModel
  /// The probability of entering a word, as a factor; a smaller value is a larger cost.
  public var wordInsertionPenalty = 0.65
  /// The weight of the language model against the acoustic score.
  public var languageWeight = 8.0
  /// The search widths.
  ///
  /// With 1,500 models, 108 notes and messages have as many wrong words as without a limit, and take 0.4 of the time.
  public var beams = DecoderConfiguration.Beams(state: 1e-60, phone: 1e-60, word: 1e-40, maxModels: 1_500)
  /// The weight of the beginning of free text where it may begin, in the grammar that locates it.
  ///
  /// Each phone of free text is a word to the search. This weight and the next one were found with a word insertion penalty of 0.01,
  /// as 1 and 5. Multiplied by 0.01 / 0.65, they leave the cost of text as it was.
  public var firstProbability = 0.0154
  /// The weight of another phone of free text.
  public var nextProbability = 0.0769

  /// Creates dictation with a dictionary and a language model for its words.
  public init(dictionary: PronunciationDictionary, languageModel: LanguageModel) {
    self.dictionary = dictionary
    self.languageModel = languageModel
  }
}

/// Transcribes free text; the decoder, which takes much memory, is created for the first text.
final class Dictaphone {
  let configuration: Dictation
  private let model: AcousticModel
  private var loaded: Decoder?

  private enum Search {
    static let words = "words"
    static let phones = "phones"
  }

  init(configuration: Dictation, model: AcousticModel) {
    self.configuration = configuration
    self.model = model
  }

  /// The loop that locates free text; nil if the model does not list its phones.
  var textLoop: TextLoop? {
    let phones = model.phones
    guard !phones.isEmpty else { return nil }
    return TextLoop(
      phones: phones, firstProbability: configuration.firstProbability, nextProbability: configuration.nextProbability)
  }

  /// Creates the decoder, if it is not created yet.
  func prepare() throws(PocketSphinxError) { _ = try decoder() }

  /// Decodes a whole utterance as words of the dictionary; returns nil if nothing is recognized.
  func decode(_ cepstra: Cepstra) throws(PocketSphinxError) -> Hypothesis? {
    let decoder = try decoder()
    try decoder.activate(Search.words)
    return try decoder.decode(cepstra)
  }

  /// Returns the phones that explain a whole utterance best.
  func phones(in cepstra: Cepstra) throws(PocketSphinxError) -> Hypothesis? {
    let decoder = try decoder()
    try decoder.activate(Search.phones)
    return try decoder.decode(cepstra)
  }

  /// Returns the number of phones of a decoded word.
  func phoneCount(of segment: Segment) -> Int { loaded?.phoneCount(of: segment) ?? 0 }

  private func decoder() throws(PocketSphinxError) -> Decoder {
    if let loaded { return loaded }
    var settings = DecoderConfiguration(model: model)
    settings.dictionary = configuration.dictionary
    settings.searchesLattice = true
    settings.wordInsertionPenalty = configuration.wordInsertionPenalty
    settings.languageWeight = configuration.languageWeight
    settings.beams = configuration.beams
    let decoder = try Decoder(configuration: settings)
    try decoder.setLanguageModel(configuration.languageModel, search: Search.words)
    try decoder.setPhoneLoop(search: Search.phones)
    loaded = decoder
    return decoder
  }
}
