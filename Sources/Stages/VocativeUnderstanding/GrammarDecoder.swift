import PocketSphinx

/// A decoder with a grammar, alone or behind a wake phrase.
struct GrammarDecoder {
  private let decoder: Decoder
  private let graph: WordGraph
  private let lexicon: Lexicon

  /// Search widths of the second search, which runs only if the first one ends inside every sentence.
  private static let wideBeams = DecoderConfiguration.Beams(state: 1e-160, phone: 1e-160, word: 1e-120)

  private enum Search {
    static let sentence = "sentence"
    static let wideSentence = "wide"
    static let rivals = "rivals"
  }

  init(
    _ graph: WordGraph, lexicon: Lexicon, text: TextLoop?, model: AcousticModel, configuration: CommandRecognizer.Configuration
  ) throws(PocketSphinxError) {
    decoder = try Decoder(configuration: configuration.decoderConfiguration(model: model))
    try decoder.add(lexicon, withVariants: true)
    if let text { try decoder.add(text.lexicon) }
    try decoder.setGrammar(graph.expanded(by: lexicon), search: Search.sentence)
    self.graph = graph
    self.lexicon = lexicon
  }

  /// The sentence of the grammar that explains a whole utterance best; nil if none does.
  func sentence(in cepstra: Cepstra) throws(PocketSphinxError) -> Hypothesis? {
    try decoder.activate(Search.sentence)
    return try decoder.decode(cepstra)
  }

  /// The same with a wider search: the path that would have reached the end of a sentence may have been pruned.
  func sentenceByWideSearch(in cepstra: Cepstra) throws(PocketSphinxError) -> Hypothesis? {
    // Set when it is needed, as it takes as much memory as the first, and replaced by a small one afterwards.
    try decoder.setGrammar(graph.expanded(by: lexicon), search: Search.wideSentence, beams: Self.wideBeams)
    defer { decoder.removeSearch(Search.wideSentence) }
    try decoder.activate(Search.wideSentence)
    return try decoder.decode(cepstra)
  }

  /// What explains a whole utterance best among sentences that differ in one word from the best one, and how much better that one
  /// explains it; nil if none comes near.
  func rival(
    among rivals: RivalGraph, of cepstra: Cepstra
  ) throws(PocketSphinxError) -> (hypothesis: Hypothesis, margin: Int)? {
    try decoder.setGrammar(rivals.graph.expanded(by: lexicon), search: Search.rivals)
    try decoder.activate(Search.rivals)
    guard let rival = try decoder.decode(cepstra),
      let best = decoder.hypothesis(endingIn: rivals.finalOfBest, search: Search.rivals)
    else { return nil }
    return (rival, best.score - rival.score)
  }

  /// How many phones a decoded word has.
  func phoneCount(of segment: Segment) -> Int { decoder.phoneCount(of: segment) }
}

extension Decoder {
  /// How many phones a decoded word has; 0 when the decoder does not know it.
  func phoneCount(of segment: Segment) -> Int { phones(of: segment.text)?.count ?? 0 }
}
