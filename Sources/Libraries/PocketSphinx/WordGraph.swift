/// A finite-state grammar over words: what may be said, as numbered states and the words that lead from one to the next.
public struct WordGraph: Equatable, Sendable {
  /// A word that leads from one state to another.
  public struct Arc: Hashable, Sendable {
    /// The state the word leaves.
    public let from: Int
    /// The state the word leads to.
    public let to: Int
    /// The word, as it stands in the dictionary; nil for a step without a word.
    public let word: String?
    /// How likely the word is here, above 1 to make up for the word insertion penalty.
    ///
    /// Steps without a word cost nothing, whatever it is.
    public let probability: Double

    /// An arc from one state to another under a word, or under none.
    public init(from: Int, to: Int, word: String?, probability: Double = 1) {
      self.from = from
      self.to = to
      self.word = word
      self.probability = probability
    }
  }

  /// How many states there are; they are numbered from 0.
  public let stateCount: Int
  /// Where every sentence begins.
  public let start: Int
  /// Where every sentence ends.
  public let final: Int
  /// Every step that is allowed.
  public let arcs: [Arc]

  /// A graph of the given states and arcs.
  public init(stateCount: Int, start: Int, final: Int, arcs: [Arc]) {
    self.stateCount = stateCount
    self.start = start
    self.final = final
    self.arcs = arcs
  }
}
