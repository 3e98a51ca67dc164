import Synchronization

/// The grammars that were compiled last: that of a house takes longer than all that is done with it, and is seldom another one.
package final class CompiledGrammarCache: Sendable {
  private let kept = Mutex<[CompiledGrammar]>([])

  /// One for requests, and one for answers to a question.
  private static let most = 2

  /// A cache with nothing in it.
  package init() {}

  /// A grammar, compiled now or before.
  ///
  /// - Throws: What is wrong with the grammar.
  package func compiled(_ grammar: Grammar) throws(GrammarError) -> CompiledGrammar {
    let known = kept.withLock { kept -> CompiledGrammar? in
      guard let index = kept.firstIndex(where: { $0.grammar == grammar }) else { return nil }
      kept.append(kept.remove(at: index))
      return kept.last
    }
    if let known { return known }
    let compiled = try CompiledGrammar(grammar)
    kept.withLock { kept in
      kept.append(compiled)
      kept.removeFirst(max(kept.count - Self.most, 0))
    }
    return compiled
  }
}
