import PocketSphinx

/// A decoder with a grammar, alone or behind a wake phrase.
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

  /// The sentence of the grammar that explains a whole utterance best; nil if none does.
  func sentence(in cepstra: Cepstra) throws(PocketSphinxError) -> Hypothesis? {
    try decoder.activate(Search.sentence)
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
