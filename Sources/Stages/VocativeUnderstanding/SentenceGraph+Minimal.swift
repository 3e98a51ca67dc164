extension SentenceGraph {
  /// Returns an equivalent graph with the minimum number of states.
  ///
  /// A search keeps lists for every state in every frame, so states cost time and memory. States from which the same words lead
  /// to the same ends are merged, in one pass from the ends, because the graph is acyclic (Revuz: Minimisation of acyclic
  /// deterministic automata in linear time, 1992).
  func minimal() -> SentenceGraph {
    struct State: Hashable {
      let isAccepting: Bool
      let arcs: [Arc]
    }
    var numbers: [State: Int32] = [:]
    var states: [State] = []
    var merged = [Int32?](repeating: nil, count: arcs.count)
    var pending = [(state: start, isExpanded: false)]
    while let (state, isExpanded) = pending.popLast() {
      guard merged[state] == nil else { continue }
      guard isExpanded else {
        pending.append((state, true))
        for arc in arcs[state] where merged[Int(arc.to)] == nil { pending.append((Int(arc.to), false)) }
        continue
      }
      let following = arcs[state].compactMap { arc in merged[Int(arc.to)].map { Arc(word: arc.word, to: $0) } }
      let same = State(isAccepting: accepting.contains(state), arcs: following)
      let number = numbers[same] ?? Int32(states.count)
      if numbers.updateValue(number, forKey: same) == nil { states.append(same) }
      merged[state] = number
    }
    // The start state was finished last, but comes first.
    let last = states.count - 1
    return SentenceGraph(
      words: words, arcs: states.reversed().map { $0.arcs.map { Arc(word: $0.word, to: Int32(last) - $0.to) } },
      accepting: Set(states.indices.filter { states[$0].isAccepting }.map { last - $0 }))
  }
}
