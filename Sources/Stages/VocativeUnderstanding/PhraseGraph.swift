/// A grammar as a graph with its structure on the arcs: the slot of words, and the intent of a path.
///
/// Arcs leave each state in the author's order, so the first path found takes precedence.
struct PhraseGraph: Sendable {
  /// The label of an arc.
  enum Label: Hashable, Sendable {
    /// No label.
    case none
    /// A dictionary word, or several words with a joint pronunciation, and the words it represents.
    case word(token: String, words: [String])
    /// The words since the last mark are this value of this slot.
    case slot(name: String, value: String)
    /// The start of words that are read as a value.
    case spokenStart
    /// The words since the start are a value of this kind for the slot, if they can be read.
    case spokenEnd(slot: String, kind: SpokenKind)
    /// One or more arbitrary words, which are the value of the slot.
    case text(slot: String)
    /// The end of a path, in a phrase of the grammar.
    case phrase(Int)
  }

  struct Arc: Sendable {
    let label: Label
    let to: Int
  }

  private(set) var arcs: [[Arc]] = [[]]
  let start = 0

  mutating func addState() -> Int {
    arcs.append([])
    return arcs.count - 1
  }

  mutating func addArc(from: Int, to: Int, _ label: Label) {
    arcs[from].append(Arc(label: label, to: to))
  }

  /// Adds the paths of a template without slots and rules between two states.
  ///
  /// Alternatives end in the same state, so the continuation of a number is in the graph once instead of once for each word.
  mutating func addPaths(of template: Template, from: Int, to: Int) {
    switch template {
    case .word(let word): addArc(from: from, to: to, .word(token: word, words: [word]))
    case .sequence(let parts):
      var state = from
      for (index, part) in parts.enumerated() {
        let next = index == parts.count - 1 ? to : addState()
        addPaths(of: part, from: state, to: next)
        state = next
      }
    case .alternatives(let parts):
      for part in parts { addPaths(of: part, from: from, to: to) }
    case .optional(let part):
      addPaths(of: part, from: from, to: to)
      addArc(from: from, to: to, .none)
    case .permutation, .slot, .range, .decimals, .rule: preconditionFailure("a kind's template must only contain words")
    }
  }
}
