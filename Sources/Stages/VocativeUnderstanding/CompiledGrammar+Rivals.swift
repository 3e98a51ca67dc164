import PocketSphinx

/// A sentence and its rivals as one search graph, so that their scores are comparable.
struct RivalGraph {
  /// The graph of words; rivals end in its final state.
  let graph: WordGraph
  /// The state where the sentence itself ends.
  let finalOfBest: Int
}

extension CompiledGrammar {
  /// The maximum number of compared sentences; of a long list, only the first values are compared.
  private static let maxRivals = 400

  /// Returns a search graph of the sentences that differ from one in exactly one word and have another meaning.
  ///
  /// - Parameters:
  ///   - tokens: The dictionary words of the sentence, as decoded.
  ///   - wakePhrase: The words before it, the same in every sentence.
  /// - Returns: nil if there is none.
  func rivals(of tokens: [String], after wakePhrase: [String] = []) -> RivalGraph? {
    let words = tokens.map(Lexicon.word(named:))
    guard !words.isEmpty, let meaning = match(self.words(ofDecoded: words)), let path = path(of: words) else { return nil }
    // One chain of states is for the sentence, and one for the words after a differing word.
    let before = wakePhrase.count
    let length = before + words.count
    let fixed = wakePhrase + words
    var arcs: [WordGraph.Arc] = []
    for (position, word) in fixed.enumerated() {
      arcs.append(.init(from: position, to: position + 1, word: word))
      if position > before { arcs.append(.init(from: length + position, to: length + position + 1, word: word)) }
    }
    let others = words.indices.map { position in
      sentences.steps(from: path[position]).filter { $0.word != words[position] && $0.word != SentenceGraph.text }
    }
    var count = 0
    // A long list of names must not use up the comparisons of the few words that are opposites.
    for position in words.indices.sorted(by: { others[$0].count < others[$1].count }) {
      for (other, next) in others[position] where count < Self.maxRivals {
        guard accepts(words[(position + 1)...], from: next) else { continue }
        var sentence = words
        sentence[position] = other
        guard let found = match(self.words(ofDecoded: sentence)), !found.means(the: meaning) else { continue }
        count += 1
        let place = before + position
        arcs.append(.init(from: place, to: length + place + 1, word: other))
      }
    }
    guard count > 0 else { return nil }
    return RivalGraph(
      graph: WordGraph(stateCount: 2 * length + 1, start: 0, final: 2 * length, arcs: arcs), finalOfBest: length)
  }

  /// Returns the states along a sentence, one more than it has words; nil if it is not a sentence of the grammar.
  private func path(of words: [String]) -> [Int]? {
    var states = [sentences.start]
    for word in words {
      guard let last = states.last, let next = sentences.state(after: last, word: word) else { return nil }
      states.append(next)
    }
    return states.last.map(sentences.accepting.contains) == true ? states : nil
  }

  private func accepts(_ words: ArraySlice<String>, from start: Int) -> Bool {
    var state = start
    for word in words {
      guard let next = sentences.state(after: state, word: word) else { return false }
      state = next
    }
    return sentences.accepting.contains(state)
  }
}

extension MatchedPhrase {
  /// Returns whether both have the same intent with the same values.
  fileprivate func means(the other: MatchedPhrase) -> Bool { intent == other.intent && slotValues == other.slotValues }
}
