import PocketSphinx

/// A decoder for the evidence about a sentence: a loop of free phones, and the sentence without one of its words.
struct EvidenceDecoder {
  private let decoder: Decoder

  private enum Search {
    static let phones = "phones"
    static let shortened = "shortened"
  }

  /// Frames (10 ms) that share the densities computed for the first of them: the cost is two thirds, and the decisions are the same.
  private static let framesPerDensities = 2

  init(
    lexicon: Lexicon, model: AcousticModel, configuration: CommandRecognizer.Configuration
  ) throws(PocketSphinxError) {
    decoder = try Decoder(
      configuration: configuration.decoderConfiguration(model: model, framesPerDensities: Self.framesPerDensities))
    try decoder.add(lexicon, withVariants: true)
    try decoder.setPhoneLoop(search: Search.phones)
  }

  /// Returns the phones that explain a whole utterance best.
  func phones(in cepstra: Cepstra) throws(PocketSphinxError) -> Hypothesis? {
    try decoder.activate(Search.phones)
    return try decoder.decode(cepstra)
  }

  /// Returns whether a sentence explains a whole utterance better without one of its words.
  ///
  /// - Parameter weight: The weight of the word, as a probability.
  func isBetter(
    _ sentence: [String], withoutWordAt index: Int, weight: Double, in cepstra: Cepstra
  ) throws(PocketSphinxError) -> Bool {
    let states = sentence.count + 1
    var arcs = sentence.enumerated().map { position, word in
      WordGraph.Arc(from: position, to: position + 1, word: word, probability: position == index ? weight : 1)
    }
    arcs.append(WordGraph.Arc(from: index, to: index + 1, word: nil))
    try decoder.setGrammar(WordGraph(stateCount: states, start: 0, final: states - 1, arcs: arcs), search: Search.shortened)
    try decoder.activate(Search.shortened)
    guard let hypothesis = try decoder.decode(cepstra) else { return false }
    return hypothesis.segments.count { !$0.text.isFiller } < sentence.count
  }
}
