import PocketSphinx

/// A decoder with a grammar, with or without a wake phrase before each sentence.
struct GrammarDecoder {
  private let decoder: Decoder
  private let lexicon: Lexicon

  private enum Search {
    static let sentence = "sentence"
    static let rivals = "rivals"
  }

  init(
    _ graph: WordGraph, lexicon: Lexicon, text: TextLoop?, model: AcousticModel, configuration: CommandRecognizer.Configuration
  ) throws(PocketSphinxError) {
    decoder = try Decoder(configuration: configuration.decoderConfiguration(model: model))
    try decoder.add(lexicon, withVariants: true)
    if let text { try decoder.add(text.lexicon) }
    try decoder.setGrammar(graph.expanded(by: lexicon), search: Search.sentence)
    self.lexicon = lexicon
  }

  /// Returns the sentence of the grammar that explains a whole utterance best; nil if there is none.
  func sentence(in cepstra: Cepstra) throws(PocketSphinxError) -> Hypothesis? {
    try decoder.activate(Search.sentence)
    return try decoder.decode(cepstra)
  }

  /// Returns the best of the sentences that differ from the overall best one in one word, with the margin of the latter; nil if there
  /// is none.
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

  /// Returns the number of phones of a decoded word.
  func phoneCount(of segment: Segment) -> Int { decoder.phoneCount(of: segment) }
}

extension Decoder {
  /// Returns the number of phones of a decoded word; 0 if the decoder does not know it.
  func phoneCount(of segment: Segment) -> Int { phones(of: segment.text)?.count ?? 0 }
}
