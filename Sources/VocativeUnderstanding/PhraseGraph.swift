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
}
