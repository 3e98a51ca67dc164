extension SentenceGraph {
  /// Returns an equivalent graph with the minimum number of states.
  ///
  /// A search keeps lists for every state in every frame, so states cost time and memory. States from which the same words lead
  /// to the same ends are merged, in one pass from the ends, because the graph is acyclic (Revuz: Minimisation of acyclic
  /// deterministic automata in linear time, 1992).
  func minimal() -> SentenceGraph {
    struct State: Hashable {
      let isAccepting: Bool
      let arcs: [String: Int]
    }
    var numbers: [State: Int] = [:]
    var states: [State] = []
    var merged = [Int?](repeating: nil, count: arcs.count)
    var pending = [(state: start, isExpanded: false)]
    while let (state, isExpanded) = pending.popLast() {
      guard merged[state] == nil else { continue }
      guard isExpanded else {
        pending.append((state, true))
        pending += arcs[state].values.filter { merged[$0] == nil }.map { ($0, false) }
        continue
      }
      let same = State(isAccepting: accepting.contains(state), arcs: arcs[state].compactMapValues { merged[$0] })
      let number = numbers[same] ?? states.count
      if numbers.updateValue(number, forKey: same) == nil { states.append(same) }
      merged[state] = number
    }
    // The start state was finished last, but comes first.
    let last = states.count - 1
    return SentenceGraph(
      arcs: states.reversed().map { state in state.arcs.mapValues { last - $0 } },
      accepting: Set(states.indices.filter { states[$0].isAccepting }.map { last - $0 }))
  }
}
