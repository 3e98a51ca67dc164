import PocketSphinx

/// A decoder with a grammar, alone or behind a wake phrase, and with a loop of free phones to compare it with.
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
    settings.silenceProbability = configuration.fillerProbability
    settings.fillerProbability = configuration.fillerProbability
    settings.beams = configuration.beams
    settings.framesPerDensities = framesPerDensities
    decoder = try Decoder(configuration: settings)
    try decoder.add(lexicon, withVariants: true)
    if let text { try decoder.add(text.lexicon) }
    try decoder.setGrammar(graph.expanded(by: lexicon), search: Search.sentence)
    try decoder.setPhoneLoop(search: Search.phones)
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

  /// What explains a whole utterance best among sentences that differ in one word from the best one; nil if none comes near.
  func rival(in graph: WordGraph, of cepstra: Cepstra) throws(PocketSphinxError) -> Hypothesis? {
    try decoder.setGrammar(graph.expanded(by: lexicon), search: Search.rivals)
    try decoder.activate(Search.rivals)
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
