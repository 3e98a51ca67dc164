public import PocketSphinx

/// What free text is heard with: every word of a dictionary, and how words follow one another.
public struct Dictation: Equatable, Sendable {
  /// The dictionary, which is loaded whole.
  public var dictionary: PronunciationDictionary
  /// The language model.
  public var languageModel: LanguageModel
  /// Cost of entering a word.
  public var wordInsertionPenalty = 0.65
  /// Weight of the language model against the acoustics.
  public var languageWeight = 8.0
  /// Search width, as a probability ratio.
  public var beam = 1e-60
  /// Search width at word ends.
  public var wordBeam = 1e-40
  /// How likely free text begins where it may, in the grammar that finds where it is.
  public var firstProbability = 1.0
  /// How likely free text goes on with one more phone.
  public var nextProbability = 5.0

  /// Dictation with a dictionary and a language model for its words.
  public init(dictionary: PronunciationDictionary, languageModel: LanguageModel) {
    self.dictionary = dictionary
    self.languageModel = languageModel
  }
}

/// Writes down free text; the decoder, with its megabytes of words, is made when the first text is heard.
final class Dictaphone {
  let configuration: Dictation
  private let model: AcousticModel
  private var loaded: Decoder?

  private static let search = "dictation"

  init(configuration: Dictation, model: AcousticModel) {
    self.configuration = configuration
    self.model = model
  }

  /// The loop that finds where free text is; nil when the model does not tell its phones.
  var textLoop: TextLoop? {
    let phones = model.phones
    guard !phones.isEmpty else { return nil }
    return TextLoop(
      phones: phones, firstProbability: configuration.firstProbability, nextProbability: configuration.nextProbability)
  }

  /// Decodes a whole utterance as words of the dictionary; nil when nothing came of it.
  func decode(_ cepstra: Cepstra) throws(PocketSphinxError) -> Hypothesis? {
    try decoder().decode(cepstra)
  }

  /// How many phones a decoded word has.
  func phoneCount(of segment: Segment) -> Int { loaded?.phoneCount(of: segment) ?? 0 }

  private func decoder() throws(PocketSphinxError) -> Decoder {
    if let loaded { return loaded }
    var settings = DecoderConfiguration(model: model)
    settings.dictionary = configuration.dictionary
    settings.searchesLattice = true
    settings.wordInsertionPenalty = configuration.wordInsertionPenalty
    settings.languageWeight = configuration.languageWeight
    settings.beams = .init(state: configuration.beam, phone: configuration.beam, word: configuration.wordBeam)
    let decoder = try Decoder(configuration: settings)
    try decoder.setLanguageModel(configuration.languageModel, search: Self.search)
    try decoder.activate(Self.search)
    loaded = decoder
    return decoder
  }
}
