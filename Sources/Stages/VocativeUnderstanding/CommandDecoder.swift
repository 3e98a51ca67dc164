import PocketSphinx

/// A decoder for sentences of a grammar, with or without a wake phrase before each, and for the evidence about a sentence.
struct CommandDecoder {
  private let decoder: Decoder
  private let lexicon: Lexicon
  private let skipWords: Grammar.SkipWords
  private let wakePhrases: [[String]]
  /// The words before and after sentences, by the name of each of their pronunciations, which is one word to the decoder.
  private var skipped: [String: [String]] = [:]

  /// The likelihood of words around a sentence relative to free phones, above which they are found.
  ///
  /// Chosen on 198 polite requests and 214 other sentences by synthetic voices: with 1e-20, sentences such as "no, don't stop my timer" are
  /// accepted.
  private static let skippingThreshold = 1.0

  private enum Search {
    static let sentence = "sentence"
    static let rivals = "rivals"
    static let phones = "phones"
    static let shortened = "shortened"
    static let skipped = "skipped"
  }

  init(
    _ grammar: CompiledGrammar, after wakePhrases: [[String]], lexicon: Lexicon, text: TextLoop?,
    configuration: DecoderConfiguration
  ) throws(PocketSphinxError) {
    decoder = try Decoder(configuration: configuration)
    try decoder.add(lexicon, withVariants: true)
    if let text { try decoder.add(text.lexicon) }
    (self.lexicon, skipWords, self.wakePhrases) = (lexicon, grammar.grammar.skipWords, wakePhrases)
    if !skipWords.isEmpty { try setSkippedWords() }
    try setGrammar(grammar.wordGraph(after: wakePhrases, text: text).expanded(by: lexicon), search: Search.sentence)
    try decoder.setPhoneLoop(search: Search.phones)
  }

  private mutating func setSkippedWords() throws(PocketSphinxError) {
    for words in Set(skipWords.before + skipWords.after + wakePhrases).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      // The search scores the first and the last phone of a word as if silence came before and after it.
      for phones in lexicon.pronunciations(of: words) {
        let name = "+SKIP_\(skipped.count)+"
        try decoder.add(name, phones: phones)
        skipped[name] = words
      }
    }
    try decoder.setKeyphrases(skipped.keys.sorted().map { ($0, Self.skippingThreshold) }, search: Search.skipped)
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

  /// Returns the words that surround the sentence of a whole utterance; nil if there are none.
  ///
  /// - Parameter audible: The frames (10 ms) from the first sound to the last one.
  func skippedWords(in input: DecoderInput, audible: Range<Int>) throws(PocketSphinxError) -> SkippedWords? {
    guard !skipWords.isEmpty else { return nil }
    try decoder.activate(Search.skipped)
    let hits = try decoder.decode(input)?.segments.compactMap { segment in
      skipped[segment.text].map { SkippedWords.Hit(words: $0, frames: segment.startFrame..<segment.endFrame + 1) }
    }
    return hits.flatMap { SkippedWords(skipWords, after: wakePhrases, in: $0, audible: audible) }
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

extension Lexicon {
  /// Returns all pronunciations of some words together.
  fileprivate func pronunciations(of words: [String]) -> [[String]] {
    words.reduce([[]]) { spoken, word in
      let pronunciations = (pronunciations[word] ?? []) + (variants[word] ?? []).map(\.phones)
      return spoken.flatMap { before in pronunciations.map { before + $0 } }
    }
  }
}
