/// A finite-state grammar over words: numbered states, and words that lead from one state to another.
public struct WordGraph: Equatable, Sendable {
  /// A word that leads from one state to another.
  public struct Arc: Hashable, Sendable {
    /// The state the word leaves.
    public let from: Int
    /// The state the word leads to.
    public let to: Int
    /// The word, as written in the dictionary; nil for an epsilon arc.
    public let word: String?
    /// The probability of the word here; may be above 1 to make up for the word insertion penalty.
    ///
    /// Epsilon arcs cost nothing, whatever their probability.
    public let probability: Double

    /// Creates an arc between two states, with or without a word.
    public init(from: Int, to: Int, word: String?, probability: Double = 1) {
      self.from = from
      self.to = to
      self.word = word
      self.probability = probability
    }
  }

  /// The number of states, which are numbered from 0.
  public let stateCount: Int
  /// The state in which every sentence begins.
  public let start: Int
  /// The state in which every sentence ends.
  public let final: Int
  /// The arcs of the graph.
  public let arcs: [Arc]

  /// Creates a graph from states and arcs.
  public init(stateCount: Int, start: Int, final: Int, arcs: [Arc]) {
    self.stateCount = stateCount
    self.start = start
    self.final = final
    self.arcs = arcs
  }
}
