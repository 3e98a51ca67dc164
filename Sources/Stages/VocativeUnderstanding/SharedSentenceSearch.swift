/// Finds sentences that two phrases share.
///
/// The templates of numbers also have some that are out of range, so phrases may only seem to share a sentence: "set it to eight" does
/// not have a number from 100 to 200.
struct SharedSentenceSearch {
  private let grammar: Grammar
  /// The lists of all numbers of ranges, which are large, and only needed if two intents seem to share a sentence.
  private lazy var numbers = grammar.kinds.filter { grammar.lists[$0.key] == nil }.compactMapValues(\.strictTemplate).mapValues {
    [Grammar.Value(identifier: "number", spoken: [$0])]
  }
  /// The phrases that use these lists, by index.
  private lazy var phrasesWithNumbers = Set(
    grammar.phrases.indices.filter { grammar.hasSlot(of: numbers.keys, in: grammar.phrases[$0]) })
  private var known: [[Int]: [String]?] = [:]

  init(_ grammar: Grammar) { self.grammar = grammar }

  /// Returns a sentence that two phrases share; nil if there is none.
  ///
  /// - Parameter seeming: A sentence that both templates have.
  mutating func sentence(of first: Int, and second: Int, seeming: [String]) -> [String]? {
    guard phrasesWithNumbers.contains(first) || phrasesWithNumbers.contains(second) else { return seeming }
    if let known = known[[first, second]] { return known }
    var pair = grammar
    pair.phrases = [grammar.phrases[first], grammar.phrases[second]]
    pair.lists.merge(numbers) { list, _ in list }
    pair.ambiguity = .first
    var found: [String]? = seeming
    // If all numbers make the grammar too large, the sentence counts as shared.
    if let graph = try? GrammarCompiler.compile(pair), let sentences = try? SentenceGraph(graph, of: pair) {
      found = sentences.shared.first?.words
    }
    known.updateValue(found, forKey: [first, second])
    return found
  }
}

extension Grammar {
  /// Returns whether a phrase or its rules have a slot with one of some lists.
  fileprivate func hasSlot(of lists: some Collection<String>, in phrase: Phrase) -> Bool {
    var pending = [phrase.template]
    var visited: Set<String> = []
    while let template = pending.popLast() {
      if template.slots.contains(where: { lists.contains(list(of: $0, in: phrase.intent)) }) { return true }
      pending += template.rules.filter { visited.insert($0).inserted }.compactMap { rules[$0] }
    }
    return false
  }
}
