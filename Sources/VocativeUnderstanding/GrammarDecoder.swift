import PocketSphinx

/// A decoder with a grammar, alone or behind a wake phrase, and with a loop of free phones to compare it with.
struct GrammarDecoder {
  private let decoder: Decoder

  private enum Search {
    static let sentence = "sentence"
    static let phones = "phones"
    static let shortened = "shortened"
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

  /// Whether a sentence explains a whole utterance better without its last word.
  func isBetter(_ sentence: [String], withoutLastWordIn cepstra: Cepstra) throws(PocketSphinxError) -> Bool {
    let states = sentence.count + 1
    var arcs = sentence.enumerated().map { WordGraph.Arc(from: $0, to: $0 + 1, word: $1) }
    arcs.append(WordGraph.Arc(from: states - 2, to: states - 1, word: nil))
    try decoder.setGrammar(WordGraph(stateCount: states, start: 0, final: states - 1, arcs: arcs), search: Search.shortened)
    try decoder.activate(Search.shortened)
    guard let hypothesis = try decoder.decode(cepstra) else { return false }
    return hypothesis.segments.count { !$0.text.isFiller } < sentence.count
  }

  /// How many phones a decoded word has.
  func phoneCount(of segment: Segment) -> Int { decoder.phoneCount(of: segment) }

  /// The phones that explain a whole utterance best.
  func phones(in cepstra: Cepstra) throws(PocketSphinxError) -> Hypothesis? {
    try decoder.activate(Search.phones)
    return try decoder.decode(cepstra)
  }
}

extension Decoder {
  /// How many phones a decoded word has; 0 when the decoder does not know it.
  func phoneCount(of segment: Segment) -> Int { phones(of: segment.text)?.count ?? 0 }
}
