/// The words of a phrase graph, deterministic: from each state at most one arc for each word.
///
/// Made by subset construction, which also finds every sentence that two intents would understand; `minimal()` has as few states as
/// its sentences need.
struct SentenceGraph: Sendable {
  private(set) var arcs: [[String: Int]] = []
  private(set) var accepting: Set<Int> = []
  /// One sentence for each two phrases that share some, where that is allowed.
  private(set) var shared: [SharedSentence] = []
  let start = 0

  /// Stands on arcs for any words at all; a name that no word can have.
  static let text = "{text}"

  private static let mostStates = 100_000
  /// Places in phrases that all states together may stand for; each takes eight bytes while the graph is made.
  private static let mostPlaces = 4_000_000
  private static let mostWords = 20_000
  private static let mostShared = 10_000

  init(arcs: [[String: Int]], accepting: Set<Int>) {
    (self.arcs, self.accepting) = (arcs, accepting)
  }

  init(_ graph: PhraseGraph, phrases: [Grammar.Phrase], ambiguity: Grammar.Ambiguity = .refused) throws(GrammarError) {
    var pairs: Set<[Int]> = []
    var numbers: [[Int]: Int] = [:]
    var pending: [(states: [Int], sentence: [String])] = []
    let first = Self.closure(of: [graph.start], in: graph)
    numbers[first] = 0
    arcs.append([:])
    pending.append((first, []))
    var words: Set<String> = []
    var placeCount = first.count
    var next = 0
    while next < pending.count {
      let (states, sentence) = pending[next]
      pending[next].sentence = []
      defer { next += 1 }
      let ended = try accept(states, number: next, sentence: sentence, graph: graph, phrases: phrases)
      if let first = ended.first {
        for second in ended where phrases[second].intent != phrases[first].intent {
          guard ambiguity == .first else { throw Self.ambiguous(sentence, phrases[first], phrases[second]) }
          guard shared.count < Self.mostShared, pairs.insert([first, second]).inserted else { continue }
          shared.append(SharedSentence(words: sentence, meant: phrases[first], other: phrases[second]))
        }
      }

      var targets: [String: Set<Int>] = [:]
      for state in states {
        for arc in graph.arcs[state] {
          switch arc.label {
          case .word(let token, _): targets[token, default: []].insert(arc.to)
          case .text: targets[Self.text, default: []].insert(arc.to)
          case .none, .slot, .spokenStart, .spokenEnd, .phrase: break
          }
        }
      }
      words.formUnion(targets.keys)
      guard words.count <= Self.mostWords else {
        throw GrammarError(
          code: .tooLarge, reason: "the grammar has more than \(Self.mostWords) different words; use shorter lists", location: nil
        )
      }
      for (token, reached) in targets.sorted(by: { $0.key < $1.key }) {
        let closed = Self.closure(of: reached, in: graph)
        if let known = numbers[closed] {
          arcs[next][token] = known
          continue
        }
        placeCount += closed.count
        guard arcs.count < Self.mostStates else { throw Self.tooLarge("needs more than \(Self.mostStates) states") }
        guard placeCount <= Self.mostPlaces else {
          throw Self.tooLarge("has sentences that may stand in more than \(Self.mostPlaces) places of its phrases")
        }
        numbers[closed] = arcs.count
        arcs[next][token] = arcs.count
        arcs.append([:])
        pending.append((closed, sentence + [token]))
      }
    }
  }

  /// The phrases that end in these states, the preferred one first.
  private mutating func accept(
    _ states: [Int], number: Int, sentence: [String], graph: PhraseGraph, phrases: [Grammar.Phrase]
  ) throws(GrammarError) -> [Int] {
    var ended: [Int] = []
    for state in states {
      for arc in graph.arcs[state] {
        if case .phrase(let index) = arc.label { ended.append(index) }
      }
    }
    ended.sort()
    guard let first = ended.first else { return [] }
    accepting.insert(number)
    guard !sentence.isEmpty else {
      throw GrammarError(
        code: .emptyPhrase,
        reason: "the phrase \"\(phrases[first].text)\" of \(phrases[first].intent) can be said without a word",
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

  private static func closure(of states: Set<Int>, in graph: PhraseGraph) -> [Int] {
    var reached = states
    var pending = Array(states)
    while let state = pending.popLast() {
      for arc in graph.arcs[state] {
        switch arc.label {
        case .none, .slot, .spokenStart, .spokenEnd: if reached.insert(arc.to).inserted { pending.append(arc.to) }
        case .word, .text, .phrase: break
        }
      }
    }
    return reached.sorted()
  }
}
