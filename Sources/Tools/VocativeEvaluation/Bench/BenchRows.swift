/// The commands of one set in one condition, or of several sets together.
public struct CommandRow: Sendable, Encodable {
  /// The set's name, or a description of several sets.
  public let set: String
  /// The parts of Vocative that were fitted to the set; nil for a mix of such sets and others.
  public let fittedParts: [FittedPart]?
  /// Whether any part was fitted to the set; nil for a mix of such sets and others.
  public let isFitted: Bool?
  /// The condition of the recordings; nil for all conditions together.
  public let condition: BenchCondition?
  /// Vocative's figures.
  public let vocative: CommandFigures
  /// The figures of plain PocketSphinx; nil if it was not measured.
  public let plain: CommandFigures?
  /// Vocative's error rate divided by the baseline's; nil without a baseline or without its errors.
  public let errorRatio: Double?
  /// Vocative's processor time divided by the baseline's; nil without a baseline.
  public let timeRatio: Double?

  /// Creates a row.
  public init(
    set: String, fittedParts: [FittedPart]?, condition: BenchCondition?, vocative: CommandFigures, plain: CommandFigures?
  ) {
    self.set = set
    self.fittedParts = fittedParts
    isFitted = fittedParts.map { !$0.isEmpty }
    self.condition = condition
    self.vocative = vocative
    self.plain = plain
    errorRatio = plain.flatMap { VerdictCounts.errorRatio(vocative.verdicts, comparedWith: $0.verdicts) }
    timeRatio = plain.flatMap { $0.processorTime > 0 ? vocative.processorTime / $0.processorTime : nil }
  }

  /// Combines several rows; nil if there are none.
  ///
  /// The parts are those of all rows; nil if some rows have parts and others have none.
  public init?(merging rows: [CommandRow], named set: String) {
    guard let vocative = CommandFigures(merging: rows.map(\.vocative)) else { return nil }
    let plain = rows.compactMap(\.plain)
    let isMixed = Set(rows.map(\.isFitted)).count > 1
    self.init(
      set: set, fittedParts: isMixed ? nil : FittedPart.union(rows.compactMap(\.fittedParts)), condition: nil, vocative: vocative,
      plain: plain.count == rows.count ? CommandFigures(merging: plain) : nil)
  }
}

/// The unchanged recordings of one set, played to the grammar of another set, which must refuse them.
public struct RefusalRow: Sendable, Encodable, Equatable {
  /// The set of the recordings.
  public let set: String
  /// The set of the grammar.
  public let grammar: String
  /// The parts of Vocative that were fitted to one of the two sets.
  public let fittedParts: [FittedPart]
  /// Whether any part was fitted to one of the two sets.
  public let isFitted: Bool
  /// The number of recordings, without those whose sentence the other grammar also has.
  public let count: Int
  /// The number of rejected recordings.
  public let refused: Int
  /// The number of recordings that lead to a question.
  public let asked: Int

  /// Creates a row.
  public init(set: BenchSet.Label, grammar: BenchSet.Label, count: Int, refused: Int, asked: Int) {
    self.set = set.name
    self.grammar = grammar.name
    fittedParts = FittedPart.union([set.fittedParts, grammar.fittedParts])
    isFitted = !fittedParts.isEmpty
    self.count = count
    self.refused = refused
    self.asked = asked
  }
}

/// One keyphrase of a set in one condition.
public struct WakeRow: Sendable, Encodable {
  /// The set.
  public let set: String
  /// The parts of Vocative that were fitted to it.
  public let fittedParts: [FittedPart]
  /// Whether any part was fitted to it.
  public let isFitted: Bool
  /// The keyphrase.
  public let phrase: String
  /// The condition of the recordings with and without the phrase.
  public let condition: BenchCondition
  /// The number of recordings with the phrase.
  public let count: Int
  /// Hours of audio without any phrase of the set.
  public let negativeHours: Double
  /// The share of the recordings that are missed at one false alarm an hour.
  public let missRate: Double
  /// The same share for plain PocketSphinx; nil if it was not measured.
  public let plainMissRate: Double?
  /// Vocative's processor time divided by the baseline's, for all phrases of the set; nil if it was not measured.
  public let timeRatio: Double?

  /// Creates a row.
  public init(
    set: BenchSet.Label, phrase: String, condition: BenchCondition, material: (count: Int, negativeHours: Double),
    missRate: (vocative: Double, plain: Double?), timeRatio: Double?
  ) {
    self.set = set.name
    fittedParts = set.fittedParts
    isFitted = !fittedParts.isEmpty
    self.phrase = phrase
    self.condition = condition
    count = material.count
    negativeHours = material.negativeHours
    self.missRate = missRate.vocative
    plainMissRate = missRate.plain
    self.timeRatio = timeRatio
  }
}

extension BenchSet {
  /// The label of a set in the rows.
  public struct Label: Sendable, Equatable {
    /// The set's name.
    public let name: String
    /// The parts of Vocative that were fitted to it.
    public let fittedParts: [FittedPart]

    /// Creates a label.
    public init(name: String, fittedParts: [FittedPart] = []) {
      self.name = name
      self.fittedParts = fittedParts
    }
  }

  /// The label of the set in the rows.
  var label: Label { Label(name: name, fittedParts: fittedParts) }
}
