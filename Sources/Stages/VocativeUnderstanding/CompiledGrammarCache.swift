import Synchronization

/// A cache of the last compiled grammars: compiling a household's grammar is expensive, and the grammar seldom changes.
package final class CompiledGrammarCache: Sendable {
  private let kept = Mutex<[CompiledGrammar]>([])

  /// The capacity: one grammar for requests, and one for answers to a question.
  private static let capacity = 2

  /// Creates an empty cache.
  package init() {}

  /// Returns the compiled grammar, from the cache if possible.
  ///
  /// - Throws: `GrammarError`.
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
      kept.removeFirst(max(kept.count - Self.capacity, 0))
    }
    return compiled
  }
}
