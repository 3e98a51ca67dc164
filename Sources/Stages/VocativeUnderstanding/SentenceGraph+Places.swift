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

  /// Lists of elements in one array, because most states of a large graph have a single arc.
  private struct Rows<Element> {
    var elements: [Element] = []
    private var starts = [0]

    /// Ends the list of the current row.
    mutating func endRow() { starts.append(elements.count) }

    /// Returns the indices of the elements in a row.
    func indices(in row: Int32) -> Range<Int> { starts[Int(row)]..<starts[Int(row) + 1] }
  }

  /// The arcs of a phrase graph by what the construction needs of them, with numbers instead of words.
  struct PlaceFinder {
    /// A step from a place, with a word.
    private struct Step {
      var word: Int32
      let to: Int32
    }

    /// The words of the graph in ascending order; a word's number is its index.
    let words: [String]
    private var steps = Rows<Step>()
    private var silentArcs = Rows<Int32>()
    /// The phrases that end in each state.
    private var ends = Rows<Int>()
    /// The number of the last search that visited each state.
    private var visits: [Int]
    private var search = 0
    private var pending: [Int32] = []

    init(_ graph: PhraseGraph) {
      visits = Array(repeating: 0, count: graph.arcs.count)
      var numbers: [String: Int32] = [:]
      for arcs in graph.arcs {
        for arc in arcs {
          if let word = Self.word(of: arc.label) {
            let next = Int32(numbers.count)
            let number = numbers[word, default: next]
            if number == next { numbers[word] = number }
            steps.elements.append(Step(word: number, to: Int32(arc.to)))
          } else if case .phrase(let phrase) = arc.label {
            ends.elements.append(phrase)
          } else {
            silentArcs.elements.append(Int32(arc.to))
          }
        }
        steps.endRow()
        silentArcs.endRow()
        ends.endRow()
      }
      let ordered = numbers.sorted { $0.key < $1.key }
      words = ordered.map(\.key)
      var places = [Int32](repeating: 0, count: ordered.count)
      for (place, word) in ordered.enumerated() { places[Int(word.value)] = Int32(place) }
      for index in steps.elements.indices {
        steps.elements[index].word = places[Int(steps.elements[index].word)]
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
      for state in states { visit(state) }
      while let state = pending.popLast() {
        if !steps.indices(in: state).isEmpty || !ends.indices(in: state).isEmpty { found.append(state) }
        for index in silentArcs.indices(in: state) { visit(silentArcs.elements[index]) }
      }
      found.sort()
      return Places(found)
    }

    private mutating func visit(_ state: Int32) {
      guard visits[Int(state)] != search else { return }
      visits[Int(state)] = search
      pending.append(state)
    }

    /// Returns the phrases that end at some places, the preferred one first.
    func ends(at places: Places) -> [Int] { places.states.flatMap { ends.elements[ends.indices(in: $0)] }.sorted() }

    /// Returns the words that follow some places, in ascending order, with the states after each.
    func steps(from places: Places) -> [(word: Int32, to: [Int32])] {
      var all: [Step] = []
      for state in places.states { all += steps.elements[steps.indices(in: state)] }
      all.sort { ($0.word, $0.to) < ($1.word, $1.to) }
      var grouped: [(word: Int32, to: [Int32])] = []
      var rest = all[...]
      while let word = rest.first?.word {
        let same = rest.prefix { $0.word == word }
        grouped.append((word, same.map(\.to)))
        rest = rest[same.endIndex...]
      }
      return grouped
    }
  }
}
