/// The words of a phrase graph, made deterministic: each state has at most one arc for each word.
///
/// Subset construction makes it, and also finds every sentence that two intents share; `minimal()` returns a graph with the
/// minimum number of states.
struct SentenceGraph: Sendable {
  private(set) var arcs: [[String: Int]] = []
  private(set) var accepting: Set<Int> = []
  /// One shared sentence for each pair of phrases, if the grammar allows them.
  private(set) var shared: [SharedSentence] = []
  /// The phrases of other intents that share a sentence with a phrase, by index.
  private(set) var sharers: [Int: Set<Int>] = [:]
  let start = 0

  /// The label of arcs for any words; no word has this name.
  static let text = "{text}"

  private static let maxStates = 100_000
  /// The maximum number of phrase positions in all states together; each takes four bytes during the construction.
  private static let maxPlaces = 4_000_000
  private static let maxWords = 20_000
  private static let maxShared = 10_000

  init(arcs: [[String: Int]], accepting: Set<Int>) {
    (self.arcs, self.accepting) = (arcs, accepting)
  }

  /// Creates the graph of a grammar from its phrase graph.
  ///
  /// - Throws: The faults of the grammar, so that its author sees all that two intents share.
  init(_ graph: PhraseGraph, of grammar: Grammar) throws(GrammarError) {
    var faults: [GrammarError] = []
    do throws(GrammarError) {
      try build(graph, of: grammar, faults: &faults)
    } catch {
      // The size hardly matters before the phrases are corrected.
      if faults.isEmpty { throw error }
    }
    if let error = GrammarError(faults) { throw error }
  }

  private mutating func build(_ graph: PhraseGraph, of grammar: Grammar, faults: inout [GrammarError]) throws(GrammarError) {
    let phrases = grammar.phrases
    var search = SharedSentenceSearch(grammar)
    var pairs: Set<[Int]> = []
    var finder = PlaceFinder(graph)
    var numbers: [Places: Int] = [:]
    var pending: [(places: Places, sentence: [String])] = []
    let first = finder.places(from: [Int32(graph.start)])
    numbers[first] = 0
    arcs.append([:])
    pending.append((first, []))
    var words: Set<Int> = []
    var placeCount = first.states.count
    var next = 0
    while next < pending.count {
      let (places, sentence) = pending[next]
      pending[next].sentence = []
      defer { next += 1 }
      let ended = try accept(finder.ends(at: places), number: next, sentence: sentence, phrases: phrases)
      for (index, first) in ended.enumerated() {
        var areAllShared = true
        for second in ended[(index + 1)...] where phrases[second].intent != phrases[first].intent {
          guard let words = search.sentence(of: first, and: second, seeming: sentence) else {
            areAllShared = false
            continue
          }
          guard grammar.ambiguity == .first || grammar.yielding.contains(phrases[second].intent) else {
            guard pairs.insert([first, second]).inserted else { continue }
            faults.append(Self.ambiguous(words, phrases[first], phrases[second]))
            guard faults.count < GrammarError.maxFaults else { return }
            continue
          }
          guard shared.count < Self.maxShared, pairs.insert([first, second]).inserted else { continue }
          shared.append(SharedSentence(words: words, meant: phrases[first], other: phrases[second]))
          sharers[first, default: []].insert(second)
          sharers[second, default: []].insert(first)
        }
        // The first phrase shadows the others.
        if areAllShared { break }
      }

      let steps = finder.steps(from: places)
      words.formUnion(steps.lazy.map(\.word))
      guard words.count <= Self.maxWords else {
        throw GrammarError(
          code: .tooLarge, reason: "the grammar has more than \(Self.maxWords) different words; use shorter lists", location: nil
        )
      }
      arcs[next].reserveCapacity(steps.count)
      for (word, states) in steps {
        let token = finder.words[word]
        let reached = finder.places(from: states)
        if let known = numbers[reached] {
          arcs[next][token] = known
          continue
        }
        placeCount += reached.states.count
        guard arcs.count < Self.maxStates else { throw Self.tooLarge("needs more than \(Self.maxStates) states") }
        guard placeCount <= Self.maxPlaces else {
          throw Self.tooLarge("is ambiguous in more than \(Self.maxPlaces) places")
        }
        numbers[reached] = arcs.count
        arcs[next][token] = arcs.count
        arcs.append([:])
        pending.append((reached, sentence + [token]))
      }
    }
  }

  /// Marks a state as accepting if phrases end in it, and returns these phrases, the preferred one first.
  private mutating func accept(
    _ ended: [Int], number: Int, sentence: [String], phrases: [Grammar.Phrase]
  ) throws(GrammarError) -> [Int] {
    guard let first = ended.first else { return [] }
    accepting.insert(number)
    guard !sentence.isEmpty else {
      throw GrammarError(
        code: .emptyPhrase,
        reason: "the phrase \"\(phrases[first].text)\" of \(phrases[first].intent) matches an empty sentence; "
          + "it needs a word that is not optional",
        location: phrases[first].location)
    }
    return ended
  }

  private static func tooLarge(_ fault: String) -> GrammarError {
    GrammarError(
      code: .tooLarge, reason: "the grammar \(fault); use fewer optional parts or shorter lists", location: nil)
  }

  private static func ambiguous(_ sentence: [String], _ one: Grammar.Phrase, _ other: Grammar.Phrase) -> GrammarError {
    let place = one.location.map { " at \($0)" } ?? ""
    return GrammarError(
      code: .ambiguousPhrase,
      reason: "\"\(sentence.joined(separator: " "))\" would mean \(other.intent) (\"\(other.text)\") and \(one.intent)"
        + " (\"\(one.text)\"\(place)); change one of them",
      location: other.location)
  }
}
