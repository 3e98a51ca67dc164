/// The words of a phrase graph, made deterministic: each state has at most one arc for each word.
///
/// Subset construction makes it, and also finds every sentence that two intents share; `minimal()` returns a graph with the
/// minimum number of states.
struct SentenceGraph: Sendable {
  /// An arc from a state.
  struct Arc: Hashable, Sendable {
    /// The index of its word.
    let word: Int32
    /// The state that it leads to.
    let to: Int32
  }

  /// The words in ascending order.
  let words: [String]
  /// The arcs from each state, in ascending order of their words.
  private(set) var arcs: [[Arc]]
  private(set) var accepting: Set<Int>
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

  init(words: [String], arcs: [[Arc]], accepting: Set<Int>) {
    (self.words, self.arcs, self.accepting) = (words, arcs, accepting)
  }

  /// Creates the graph of a grammar from its phrase graph.
  ///
  /// - Throws: The faults of the grammar, so that its author sees all that two intents share.
  init(_ graph: PhraseGraph, of grammar: Grammar) throws(GrammarError) {
    var finder = PlaceFinder(graph)
    self.init(words: finder.words, arcs: [], accepting: [])
    var faults: [GrammarError] = []
    do throws(GrammarError) {
      try build(from: graph.start, with: &finder, of: grammar, faults: &faults)
    } catch {
      // The size hardly matters before the phrases are corrected.
      if faults.isEmpty { throw error }
    }
    if let error = GrammarError(faults) { throw error }
  }

  private mutating func build(
    from root: Int, with finder: inout PlaceFinder, of grammar: Grammar, faults: inout [GrammarError]
  ) throws(GrammarError) {
    let phrases = grammar.phrases
    var search = SharedSentenceSearch(grammar)
    var pairs: Set<[Int]> = []
    var places = [finder.places(from: [Int32(root)])]
    var numbers = [places[start]: start]
    var placeCount = places[start].states.count
    // The arc that first led to each state; there is none for the start.
    var origins: [(from: Int, word: Int32)] = [(start, -1)]
    func sentence(to state: Int) -> [String] {
      let path = sequence(first: state) { origins[$0].from }.prefix { $0 != start }
      return path.reversed().map { words[Int(origins[$0].word)] }
    }
    arcs.append([])
    var number = start
    while number < places.count {
      defer { number += 1 }
      let ended = finder.ends(at: places[number])
      if let phrase = ended.first {
        guard number != start else { throw Self.empty(phrases[phrase]) }
        accepting.insert(number)
      }
      for (index, first) in ended.enumerated() {
        var areAllShared = true
        for second in ended[(index + 1)...] where phrases[second].intent != phrases[first].intent {
          guard let words = search.sentence(of: first, and: second, seeming: sentence(to: number)) else {
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

      for (word, states) in finder.steps(from: places[number]) {
        let reached = finder.places(from: states)
        if let known = numbers[reached] {
          arcs[number].append(Arc(word: word, to: Int32(known)))
          continue
        }
        placeCount += reached.states.count
        guard arcs.count < Self.maxStates else { throw Self.tooLarge("needs more than \(Self.maxStates) states") }
        guard placeCount <= Self.maxPlaces else {
          throw Self.tooLarge("is ambiguous in more than \(Self.maxPlaces) places")
        }
        numbers[reached] = arcs.count
        arcs[number].append(Arc(word: word, to: Int32(arcs.count)))
        arcs.append([])
        places.append(reached)
        origins.append((number, word))
      }
    }
    guard words.count <= Self.maxWords else {
      throw GrammarError(
        code: .tooLarge, reason: "the grammar has more than \(Self.maxWords) different words; use shorter lists", location: nil)
    }
  }

  // MARK: Arcs

  /// Returns the words that follow a state, in ascending order, with the states after them.
  func steps(from state: Int) -> some BidirectionalCollection<(word: String, next: Int)> {
    arcs[state].lazy.map { (words[Int($0.word)], Int($0.to)) }
  }

  /// Returns the state after a state and a word; nil if the word does not follow.
  func state(after state: Int, word: String) -> Int? {
    steps(from: state).first { $0.word == word }?.next
  }

  // MARK: Faults

  private static func empty(_ phrase: Grammar.Phrase) -> GrammarError {
    GrammarError(
      code: .emptyPhrase,
      reason: "the phrase \"\(phrase.text)\" of \(phrase.intent) matches an empty sentence; "
        + "it needs a word that is not optional",
      location: phrase.location)
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
