import PocketSphinx

/// A phrase of the grammar that some words were found to be.
public struct MatchedPhrase: Equatable, Sendable {
  /// The intent that is asked for.
  public let intent: String
  /// The phrase as its author wrote it.
  public let phrase: String
  /// The slots' values, in the order they were said.
  public let slots: [Slot]

  /// A slot and its value.
  public struct Slot: Equatable, Sendable {
    /// The slot's name.
    public let name: String
    /// The identifier of the value, or a whole number.
    public let value: String
  }

  /// The first value of each slot, by the slot's name.
  public var slotValues: [String: String] { Dictionary(slots.map { ($0.name, $0.value) }) { first, _ in first } }
}

/// A grammar ready to be searched by a decoder and to take sentences apart.
public struct CompiledGrammar: Sendable {
  /// The grammar as its author wrote it.
  public let grammar: Grammar
  let graph: PhraseGraph
  let sentences: SentenceGraph
  /// Where the phrase that stands first is meant: a sentence for each two phrases of different intents that share one.
  public let sharedSentences: [SharedSentence]

  /// Compiles a grammar.
  ///
  /// - Throws: `GrammarError` when a slot or rule is missing, a list is empty, two intents share a sentence, or it grows too large.
  public init(_ grammar: Grammar) throws(GrammarError) {
    self.grammar = grammar
    graph = try GrammarCompiler.compile(grammar)
    let whole = try SentenceGraph(graph, phrases: grammar.phrases, ambiguity: grammar.ambiguity)
    sharedSentences = whole.shared
    sentences = whole.minimal()
  }

  /// Whether any phrase takes free text.
  public var hasFreeText: Bool { sentences.arcs.contains { $0[SentenceGraph.text] != nil } }

  /// Every dictionary word the grammar needs, with a place that uses it.
  public var words: Set<String> {
    Set(sentences.arcs.flatMap(\.keys)).subtracting([SentenceGraph.text])
  }

  /// Phones that the grammar's values bring with them, by dictionary word.
  public var pronunciations: [String: [String]] {
    var pronunciations = grammar.pronunciations
    for value in grammar.lists.values.joined() {
      for (phrase, phones) in value.pronunciations {
        pronunciations[SpokenText.words(of: phrase).joined(separator: "_")] = phones
      }
    }
    return pronunciations
  }

  /// Every sentence the grammar understands, as dictionary words, or nil when there are more than `limit`, as with free text.
  public func allSentences(limit: Int) -> [[String]]? {
    guard !hasFreeText else { return nil }
    var found: [[String]] = []
    var pending: [(state: Int, sentence: [String])] = [(sentences.start, [])]
    while let (state, sentence) = pending.popLast() {
      if sentences.accepting.contains(state) { found.append(sentence) }
      guard found.count + pending.count <= limit else { return nil }
      for (word, next) in sentences.arcs[state].sorted(by: { $0.key > $1.key }) { pending.append((next, sentence + [word])) }
    }
    return grammar.kinds.isEmpty ? found : found.filter { match(words(ofDecoded: $0)) != nil }
  }

  /// Takes a sentence apart: the first phrase, in the author's order, that its words are; nil when they are none.
  ///
  /// A phrase that says all of the words goes before one with free text, and less free text before more.
  public func match(_ words: [String]) -> MatchedPhrase? {
    match(words.map(PhraseMatcher.Element.word))
  }

  /// Takes apart what was heard, with stretches that can be nothing but free text.
  func match(_ heard: [PhraseMatcher.Element]) -> MatchedPhrase? {
    PhraseMatcher(graph: graph, sentence: heard).match().map(phrase)
  }

  func phrase(_ result: PhraseMatcher.Result) -> MatchedPhrase {
    let phrase = grammar.phrases[result.phrase]
    return MatchedPhrase(intent: phrase.intent, phrase: phrase.text, slots: result.slots)
  }

  /// The words that decoded dictionary entries stand for.
  package func words(ofDecoded tokens: [String]) -> [String] {
    tokens.flatMap { Lexicon.word(named: $0).split(separator: "_").map(String.init) }
  }

  /// Whether some phrase goes on after these words, as "my emergency fund goal" after "my emergency fund".
  ///
  /// Words may be joined to one entry in one phrase and be entries of their own in another, so that each way is followed.
  package func goesOn(after words: [String]) -> Bool {
    var places: [(state: Int, rest: ArraySlice<Substring>)] = [(sentences.start, [])]
    for word in words {
      places = places.flatMap { state, rest -> [(state: Int, rest: ArraySlice<Substring>)] in
        if let next = rest.first { return next == word ? [(state, rest.dropFirst())] : [] }
        return sentences.arcs[state].compactMap { entry, next in
          let parts = entry.split(separator: "_")
          return parts.first.map { $0 == word } == true ? (next, parts.dropFirst()) : nil
        }
      }
    }
    return places.contains { !$0.rest.isEmpty || !sentences.arcs[$0.state].isEmpty }
  }
}
