import PocketSphinx

/// A decoder for what only has to say how far a sentence can be believed: a loop of free phones, and the sentence without its last word.
struct EvidenceDecoder {
  private let decoder: Decoder

  private enum Search {
    static let phones = "phones"
    static let shortened = "shortened"
  }

  /// Frames (10 ms) that share the densities found for the first of them: two thirds of the cost, for the same decisions.
  private static let framesPerDensities = 2

  init(
    lexicon: Lexicon, model: AcousticModel, configuration: CommandRecognizer.Configuration
  ) throws(PocketSphinxError) {
    decoder = try Decoder(
      configuration: configuration.decoderConfiguration(model: model, framesPerDensities: Self.framesPerDensities))
    try decoder.add(lexicon, withVariants: true)
    try decoder.setPhoneLoop(search: Search.phones)
  }

  /// The phones that explain a whole utterance best.
  func phones(in cepstra: Cepstra) throws(PocketSphinxError) -> Hypothesis? {
    try decoder.activate(Search.phones)
    return try decoder.decode(cepstra)
  }

  /// Whether a sentence explains a whole utterance better without one of its words.
  func isBetter(_ sentence: [String], withoutWordAt index: Int, in cepstra: Cepstra) throws(PocketSphinxError) -> Bool {
    let states = sentence.count + 1
    var arcs = sentence.enumerated().map { WordGraph.Arc(from: $0, to: $0 + 1, word: $1) }
    arcs.append(WordGraph.Arc(from: index, to: index + 1, word: nil))
    try decoder.setGrammar(WordGraph(stateCount: states, start: 0, final: states - 1, arcs: arcs), search: Search.shortened)
    try decoder.activate(Search.shortened)
    guard let hypothesis = try decoder.decode(cepstra) else { return false }
    return hypothesis.segments.count { !$0.text.isFiller } < sentence.count
  }
}
