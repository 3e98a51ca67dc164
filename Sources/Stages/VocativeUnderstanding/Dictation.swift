public import PocketSphinx

/// The data for recognizing free text: a dictionary and a language model.
public struct Dictation: Equatable, Sendable {
  /// The dictionary, which is loaded completely.
  public var dictionary: PronunciationDictionary
  /// The language model.
  public var languageModel: LanguageModel
  /// The cost of entering a word.
  public var wordInsertionPenalty = 0.65
  /// The weight of the language model against the acoustic score.
  public var languageWeight = 8.0
  /// The search width, as a probability ratio.
  public var beam = 1e-60
  /// The search width at word ends.
  public var wordBeam = 1e-40
  /// The probability that free text starts where it may, in the grammar that locates it.
  public var firstProbability = 1.0
  /// The probability that free text continues with another phone.
  public var nextProbability = 5.0

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

  private static let search = "dictation"

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

  /// Decodes a whole utterance as words of the dictionary; returns nil if nothing is recognized.
  func decode(_ cepstra: Cepstra) throws(PocketSphinxError) -> Hypothesis? {
    try decoder().decode(cepstra)
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
    settings.beams = .init(state: configuration.beam, phone: configuration.beam, word: configuration.wordBeam)
    let decoder = try Decoder(configuration: settings)
    try decoder.setLanguageModel(configuration.languageModel, search: Self.search)
    try decoder.activate(Self.search)
    loaded = decoder
    return decoder
  }
}
