public import PocketSphinx

extension CompiledGrammar {
  /// Returns the grammar as a graph for a decoder, without phrases that need free text.
  ///
  /// - Parameter wakePhrases: Optional phrases before a sentence; each one is also a sentence alone.
  public func wordGraph(after wakePhrases: [[String]] = []) -> WordGraph { wordGraph(after: wakePhrases, text: nil) }

  /// Returns whether there is any sentence: a grammar of phrases with free text has none without a loop for free text.
  func hasSentences(text: TextLoop?) -> Bool { statesBeforeAnEnd(text: text).contains(sentences.start) }

  /// Returns the grammar as a graph for a decoder, with loops of phones instead of free text.
  func wordGraph(after wakePhrases: [[String]], text: TextLoop?) -> WordGraph {
    var arcs: [WordGraph.Arc] = []
    var stateCount = sentences.arcs.count
    var loops: [Int: Int] = [:]
    // Without this, the search could follow words into a dead end and find nothing.
    let useful = statesBeforeAnEnd(text: text)
    for state in sentences.arcs.indices {
      for (word, next) in sentences.steps(from: state) where useful.contains(next) {
        guard word == SentenceGraph.text else {
          arcs.append(.init(from: state, to: next, word: word))
          continue
        }
        guard let text else { continue }
        let loop = loops[next] ?? stateCount
        if loops.updateValue(loop, forKey: next) == nil {
          stateCount += 1
          arcs += text.arcs(from: loop, to: loop, probability: text.nextProbability)
          arcs.append(.init(from: loop, to: next, word: nil))
        }
        arcs += text.arcs(from: state, to: loop, probability: text.firstProbability)
      }
    }
    let final = stateCount
    stateCount += 1
    for state in sentences.accepting.sorted() { arcs.append(.init(from: state, to: final, word: nil)) }
    guard !wakePhrases.isEmpty else { return WordGraph(stateCount: stateCount, start: sentences.start, final: final, arcs: arcs) }

    // Both share one graph, because a second one would need the same memory again.
    let start = stateCount
    stateCount += 1
    arcs.append(.init(from: start, to: sentences.start, word: nil))
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

  /// Returns the states from which a sentence can be completed.
  private func statesBeforeAnEnd(text: TextLoop?) -> Set<Int> {
    var before: [Int: [Int]] = [:]
    for state in sentences.arcs.indices {
      for (word, next) in sentences.steps(from: state) where text != nil || word != SentenceGraph.text {
        before[next, default: []].append(state)
      }
    }
    var reached = sentences.accepting
    var pending = Array(reached)
    while let state = pending.popLast() {
      for previous in before[state] ?? [] where reached.insert(previous).inserted { pending.append(previous) }
    }
    return reached
  }
}
