public import PocketSphinx

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
}

/// A grammar ready to be searched by a decoder and to take sentences apart.
public struct CompiledGrammar: Sendable {
  /// The grammar as its author wrote it.
  public let grammar: Grammar
  private let graph: PhraseGraph
  private let sentences: SentenceGraph

  /// Compiles a grammar.
  ///
  /// - Throws: `GrammarError` when a slot or rule is missing, a list is empty, two intents share a sentence, or it grows too large.
  public init(_ grammar: Grammar) throws(GrammarError) {
    self.grammar = grammar
    graph = try GrammarCompiler.compile(grammar)
    sentences = try SentenceGraph(graph, phrases: grammar.phrases)
  }

  /// Every dictionary word the grammar needs, with a place that uses it.
  public var words: Set<String> {
    Set(sentences.arcs.flatMap(\.keys))
  }

  /// Phones that the grammar's values bring with them, by dictionary word.
  public var pronunciations: [String: [String]] {
    var pronunciations: [String: [String]] = [:]
    for value in grammar.lists.values.joined() {
      for (phrase, phones) in value.pronunciations {
        pronunciations[SpokenText.words(of: phrase).joined(separator: "_")] = phones
      }
    }
    return pronunciations
  }

  /// Every sentence the grammar understands, as dictionary words, or nil when there are more than `limit`.
  public func allSentences(limit: Int) -> [[String]]? {
    var found: [[String]] = []
    var pending: [(state: Int, sentence: [String])] = [(sentences.start, [])]
    while let (state, sentence) = pending.popLast() {
      if sentences.accepting.contains(state) { found.append(sentence) }
      guard found.count + pending.count <= limit else { return nil }
      for (word, next) in sentences.arcs[state].sorted(by: { $0.key > $1.key }) { pending.append((next, sentence + [word])) }
    }
    return found
  }

  /// The grammar as a decoder searches it.
  ///
  /// - Parameter wakePhrases: Phrases that come first. With any, a wake phrase with nothing after it is a sentence too.
  public func wordGraph(after wakePhrases: [[String]] = []) -> WordGraph {
    var arcs: [WordGraph.Arc] = []
    for (state, targets) in sentences.arcs.enumerated() {
      for (word, next) in targets.sorted(by: { $0.key < $1.key }) { arcs.append(.init(from: state, to: next, word: word)) }
    }
    var stateCount = sentences.arcs.count
    let final = stateCount
    stateCount += 1
    for state in sentences.accepting.sorted() { arcs.append(.init(from: state, to: final, word: nil)) }
    guard !wakePhrases.isEmpty else { return WordGraph(stateCount: stateCount, start: sentences.start, final: final, arcs: arcs) }

    let start = stateCount
    stateCount += 1
    for words in wakePhrases {
      var state = start
      for word in words {
        arcs.append(.init(from: state, to: stateCount, word: word))
        state = stateCount
        stateCount += 1
      }
      arcs.append(.init(from: state, to: sentences.start, word: nil))
      arcs.append(.init(from: state, to: final, word: nil))
    }
    return WordGraph(stateCount: stateCount, start: start, final: final, arcs: arcs)
  }

  /// Takes a sentence apart: the first phrase, in the author's order, that its words are; nil when they are none.
  public func match(_ words: [String]) -> MatchedPhrase? {
    var deadEnds: Set<[Int]> = []
    var slots: [MatchedPhrase.Slot] = []

    func follow(_ state: Int, _ position: Int) -> MatchedPhrase? {
      guard !deadEnds.contains([state, position]) else { return nil }
      for arc in graph.arcs[state] {
        switch arc.label {
        case .none:
          if let match = follow(arc.to, position) { return match }
        case .word(_, let expected):
          guard words[position...].starts(with: expected) else { continue }
          if let match = follow(arc.to, position + expected.count) { return match }
        case .slot(let name, let value):
          slots.append(.init(name: name, value: value))
          if let match = follow(arc.to, position) { return match }
          slots.removeLast()
        case .phrase(let index):
          guard position == words.count else { continue }
          let phrase = grammar.phrases[index]
          return MatchedPhrase(intent: phrase.intent, phrase: phrase.text, slots: slots)
        }
      }
      deadEnds.insert([state, position])
      return nil
    }
    return follow(graph.start, 0)
  }

  /// The words that decoded dictionary entries stand for.
  func words(ofDecoded tokens: [String]) -> [String] {
    tokens.flatMap { token -> [String] in
      let base = token.replacing(#/\(\d+\)$/#, with: "")
      return base.split(separator: "_").map(String.init)
    }
  }
}
