import PocketSphinx

/// A decoder for sentences of a grammar, with or without a wake phrase before each, and for the evidence about a sentence.
struct CommandDecoder {
  private let decoder: Decoder
  private let lexicon: Lexicon

  private enum Search {
    static let sentence = "sentence"
    static let rivals = "rivals"
    static let phones = "phones"
    static let shortened = "shortened"
  }

  init(
    _ graph: WordGraph, lexicon: Lexicon, text: TextLoop?, configuration: DecoderConfiguration
  ) throws(PocketSphinxError) {
    decoder = try Decoder(configuration: configuration)
    try decoder.add(lexicon, withVariants: true)
    if let text { try decoder.add(text.lexicon) }
    self.lexicon = lexicon
    try setGrammar(graph.expanded(by: lexicon), search: Search.sentence)
    try decoder.setPhoneLoop(search: Search.phones)
  }

  private func setGrammar(_ graph: WordGraph, search: String) throws(PocketSphinxError) {
    try decoder.setGrammar(graph.splitByLeftContext { decoder.phones(of: $0)?.last }, search: search)
  }

  /// Returns the sentence of the grammar that explains a whole utterance best; nil if there is none.
  func sentence(in input: DecoderInput) throws(PocketSphinxError) -> Hypothesis? {
    try decoder.activate(Search.sentence)
    return try decoder.decode(input)
  }

  /// Returns the best of the sentences that differ from the overall best one in one word, with the margin of the latter; nil if there
  /// is none.
  func rival(
    among rivals: RivalGraph, of input: DecoderInput
  ) throws(PocketSphinxError) -> (hypothesis: Hypothesis, margin: Int)? {
    try setGrammar(rivals.graph.expanded(by: lexicon), search: Search.rivals)
    try decoder.activate(Search.rivals)
    guard let rival = try decoder.decode(input),
      let best = decoder.hypothesis(endingIn: rivals.finalOfBest, search: Search.rivals)
    else { return nil }
    return (rival, best.score - rival.score)
  }

  /// Returns the phones that explain a whole utterance best.
  func phones(in input: DecoderInput) throws(PocketSphinxError) -> Hypothesis? {
    try decoder.activate(Search.phones)
    return try decoder.decode(input)
  }

  /// Returns whether a sentence explains a whole utterance better without one of its words.
  func isBetter(_ sentence: [String], withoutWordAt index: Int, in input: DecoderInput) throws(PocketSphinxError) -> Bool {
    let states = sentence.count + 1
    var arcs = sentence.enumerated().map { WordGraph.Arc(from: $0, to: $0 + 1, word: $1) }
    arcs.append(WordGraph.Arc(from: index, to: index + 1, word: nil))
    try setGrammar(WordGraph(stateCount: states, start: 0, final: states - 1, arcs: arcs), search: Search.shortened)
    try decoder.activate(Search.shortened)
    guard let hypothesis = try decoder.decode(input) else { return false }
    return hypothesis.segments.count { !$0.text.isFiller } < sentence.count
  }

  /// Returns the number of phones of a decoded word.
  func phoneCount(of segment: Segment) -> Int { decoder.phoneCount(of: segment) }
}

extension Decoder {
  /// Returns the number of phones of a decoded word; 0 if the decoder does not know it.
  func phoneCount(of segment: Segment) -> Int { phones(of: segment.text)?.count ?? 0 }
}
