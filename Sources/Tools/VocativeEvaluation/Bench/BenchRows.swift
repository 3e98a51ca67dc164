/// The commands of one set in one condition, or of several sets together.
public struct CommandRow: Sendable, Encodable {
  /// The set; for several together, which ones they are.
  public let set: String
  /// Whether weights or settings were chosen on it; nil for several sets of which some were and some were not.
  public let isFitted: Bool?
  /// How the recordings were heard; nil for all conditions together.
  public let condition: BenchCondition?
  /// What Vocative made of them.
  public let vocative: CommandFigures
  /// What plain PocketSphinx made of them; nil if it was not measured.
  public let plain: CommandFigures?
  /// Vocative's share of errors over the baseline's; nil without a baseline, or when it made none.
  public let errorRatio: Double?
  /// Vocative's processor time over the baseline's; nil without a baseline.
  public let timeRatio: Double?

  /// A row of figures.
  public init(set: String, isFitted: Bool?, condition: BenchCondition?, vocative: CommandFigures, plain: CommandFigures?) {
    self.set = set
    self.isFitted = isFitted
    self.condition = condition
    self.vocative = vocative
    self.plain = plain
    errorRatio = plain.flatMap { VerdictCounts.errorRatio(vocative.verdicts, beside: $0.verdicts) }
    timeRatio = plain.flatMap { $0.processorTime > 0 ? vocative.processorTime / $0.processorTime : nil }
  }

  /// Several rows as one; nil for none.
  public init?(merging rows: [CommandRow], named set: String, isFitted: Bool?) {
    guard let vocative = CommandFigures(merging: rows.map(\.vocative)) else { return nil }
    let plain = rows.compactMap(\.plain)
    self.init(
      set: set, isFitted: isFitted, condition: nil, vocative: vocative,
      plain: plain.count == rows.count ? CommandFigures(merging: plain) : nil)
  }
}

/// The recordings of one set as they are, said to the grammar of another set, which must refuse them.
public struct RefusalRow: Sendable, Encodable, Equatable {
  /// The set whose recordings they are.
  public let set: String
  /// The set whose grammar hears them.
  public let grammar: String
  /// Whether weights or settings were chosen on one of the two.
  public let isFitted: Bool
  /// How many recordings there are, without those whose sentence the other grammar has too.
  public let count: Int
  /// How many of them are rejected.
  public let refused: Int
  /// How many of them are asked about.
  public let asked: Int

  /// A row of counts.
  public init(set: String, grammar: String, isFitted: Bool, count: Int, refused: Int, asked: Int) {
    self.set = set
    self.grammar = grammar
    self.isFitted = isFitted
    self.count = count
    self.refused = refused
    self.asked = asked
  }
}

/// One keyphrase of a set in one condition.
public struct WakeRow: Sendable, Encodable {
  /// The set.
  public let set: String
  /// Whether weights or settings were chosen on it.
  public let isFitted: Bool
  /// The keyphrase.
  public let phrase: String
  /// How the recordings were heard, those of the phrase and those without.
  public let condition: BenchCondition
  /// How many recordings hold the phrase.
  public let count: Int
  /// Hours of audio without any phrase of the set.
  public let negativeHours: Double
  /// Share of the recordings that is missed at one false alarm an hour.
  public let missRate: Double
  /// The same of plain PocketSphinx; nil if it was not measured.
  public let plainMissRate: Double?
  /// Vocative's processor time over the baseline's, for all phrases of the set; nil if it was not measured.
  public let timeRatio: Double?

  /// A row of figures.
  public init(
    set: BenchSet.Label, phrase: String, condition: BenchCondition, material: (count: Int, negativeHours: Double),
    missRate: (vocative: Double, plain: Double?), timeRatio: Double?
  ) {
    self.set = set.name
    isFitted = set.isFitted
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
  /// A set as the rows name it.
  public struct Label: Sendable, Equatable {
    /// The set's name.
    public let name: String
    /// Whether weights or settings were chosen on it.
    public let isFitted: Bool

    /// The label of a set.
    public init(name: String, isFitted: Bool) {
      self.name = name
      self.isFitted = isFitted
    }
  }

  /// The set as the rows name it.
  var label: Label { Label(name: name, isFitted: isFitted) }
}
