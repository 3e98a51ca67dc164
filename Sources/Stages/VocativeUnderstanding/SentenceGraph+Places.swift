extension SentenceGraph {
  /// A set of places in a phrase graph, each followed by a word or the end of a phrase.
  struct Places: Hashable {
    /// The states of the phrase graph, in ascending order.
    let states: [Int32]
    // A table would hash all states again whenever it grows.
    private let digest: Int

    fileprivate init(_ states: [Int32]) {
      self.states = states
      digest = states.hashValue
    }

    func hash(into hasher: inout Hasher) { hasher.combine(digest) }
  }

  /// The arcs of a phrase graph by what the construction needs of them, with numbers instead of words.
  struct PlaceFinder {
    /// A step from a place, with a word.
    private struct Step {
      let word: Int32
      let to: Int32
    }

    /// The words of the graph in ascending order; a word's number is its index.
    let words: [String]
    private var steps: [[Step]]
    private var silentArcs: [[Int32]]
    /// The phrases that end in each state.
    private var ends: [[Int]]
    /// The number of the last search that visited each state.
    private var visits: [Int]
    private var search = 0

    init(_ graph: PhraseGraph) {
      let labels = graph.arcs.lazy.joined().compactMap { Self.word(of: $0.label) }
      words = Set(labels).sorted()
      let numbers = Dictionary(uniqueKeysWithValues: words.enumerated().map { ($1, Int32($0)) })
      steps = Array(repeating: [], count: graph.arcs.count)
      silentArcs = Array(repeating: [], count: graph.arcs.count)
      ends = Array(repeating: [], count: graph.arcs.count)
      visits = Array(repeating: 0, count: graph.arcs.count)
      for (state, arcs) in graph.arcs.enumerated() {
        for arc in arcs {
          if let number = Self.word(of: arc.label).flatMap({ numbers[$0] }) {
            steps[state].append(Step(word: number, to: Int32(arc.to)))
          } else if case .phrase(let phrase) = arc.label {
            ends[state].append(phrase)
          } else {
            silentArcs[state].append(Int32(arc.to))
          }
        }
      }
    }

    private static func word(of label: PhraseGraph.Label) -> String? {
      switch label {
      case .word(let token, _): token
      case .text: SentenceGraph.text
      case .none, .slot, .spokenStart, .spokenEnd, .phrase: nil
      }
    }

    /// Returns the places that can be reached from some states without a word.
    mutating func places(from states: some Sequence<Int32>) -> Places {
      search += 1
      var found: [Int32] = []
      var pending: [Int32] = []
      func visit(_ state: Int32) {
        guard visits[Int(state)] != search else { return }
        visits[Int(state)] = search
        pending.append(state)
      }
      for state in states { visit(state) }
      while let state = pending.popLast() {
        if !steps[Int(state)].isEmpty || !ends[Int(state)].isEmpty { found.append(state) }
        for next in silentArcs[Int(state)] { visit(next) }
      }
      return Places(found.sorted())
    }

    /// Returns the phrases that end at some places, the preferred one first.
    func ends(at places: Places) -> [Int] { places.states.flatMap { ends[Int($0)] }.sorted() }

    /// Returns the words that follow some places, in ascending order, with the states after each.
    func steps(from places: Places) -> [(word: Int, to: [Int32])] {
      var all: [Step] = []
      for state in places.states { all += steps[Int(state)] }
      all.sort { ($0.word, $0.to) < ($1.word, $1.to) }
      var grouped: [(word: Int, to: [Int32])] = []
      for step in all {
        if let last = grouped.indices.last, grouped[last].word == Int(step.word) {
          grouped[last].to.append(step.to)
        } else {
          grouped.append((Int(step.word), [step.to]))
        }
      }
      return grouped
    }
  }
}
