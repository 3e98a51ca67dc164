import PocketSphinx

/// A decoder with a grammar, alone or behind a wake phrase, and with a loop of free phones to compare it with.
struct GrammarDecoder {
  private let decoder: Decoder

  private enum Search {
    static let sentence = "sentence"
    static let phones = "phones"
  }

  /// - Parameter framesPerDensities: Frames (10 ms) that share the densities found for the first of them.
  init(
    _ graph: WordGraph, lexicon: Lexicon, text: TextLoop?, model: AcousticModel,
    configuration: CommandRecognizer.Configuration, framesPerDensities: Int = 1
  ) throws(PocketSphinxError) {
    var settings = DecoderConfiguration(model: model)
    settings.wordInsertionPenalty = configuration.wordInsertionPenalty
    settings.languageWeight = configuration.languageWeight
    settings.beam = configuration.beam
    settings.phoneBeam = configuration.beam
    settings.wordBeam = configuration.wordBeam
    settings.framesPerDensities = framesPerDensities
    decoder = try Decoder(configuration: settings)
    try decoder.add(lexicon)
    if let text { try decoder.add(text.lexicon) }
    try decoder.setGrammar(graph, search: Search.sentence)
    try decoder.setPhoneLoop(search: Search.phones)
  }

  /// The sentence of the grammar that explains a whole utterance best; nil when none does.
  func sentence(in cepstra: Cepstra) throws(PocketSphinxError) -> Hypothesis? {
    try decoder.activate(Search.sentence)
    return try decoder.decode(cepstra)
  }

  /// How many phones the decoded words of a sentence have.
  func phoneCount(of segments: some Sequence<Segment>) -> Int { decoder.phoneCount(of: segments) }

  /// The phones that explain a whole utterance best.
  func phones(in cepstra: Cepstra) throws(PocketSphinxError) -> Hypothesis? {
    try decoder.activate(Search.phones)
    return try decoder.decode(cepstra)
  }
}

extension Decoder {
  /// How many phones decoded words have; 0 for one that the decoder does not know.
  func phoneCount(of segments: some Sequence<Segment>) -> Int { segments.reduce(0) { $0 + (phones(of: $1.text)?.count ?? 0) } }
}
