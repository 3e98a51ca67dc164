/// A grammar as a graph with its structure on the arcs: which words lie in which slot, and which intent a path ends in.
///
/// Arcs leave each state in the author's order, so that the first path found is the preferred one.
struct PhraseGraph: Sendable {
  /// What an arc carries.
  enum Label: Hashable, Sendable {
    /// Nothing.
    case none
    /// A dictionary word, or several words that share one pronunciation, and the words it stands for.
    case word(token: String, words: [String])
    /// The words since the last mark were this value of this slot.
    case slot(name: String, value: String)
    /// Words that are read as a value begin here.
    case spokenStart
    /// The words since the start were a value of this kind, which is the slot's value when they can be read.
    case spokenEnd(slot: String, kind: SpokenKind)
    /// One or more words of any kind, which are the value of the slot.
    case text(slot: String)
    /// The path ends here, in a phrase of the grammar.
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

  /// Adds the paths of a template without slots and rules from one state to another.
  ///
  /// Alternatives meet in the same state, so that what a number may go on with is in the graph once and not once for each word.
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
    case .permutation, .slot, .range, .rule: preconditionFailure("kinds of values are made of words alone")
    }
  }
}
