/// How many recordings came to what.
public struct VerdictCounts: Equatable, Sendable, Encodable {
  /// How many recordings there were.
  public var count = 0
  /// How many came to what was expected.
  public var correct = 0
  /// How many were understood as something else, or should have been rejected.
  public var wrong = 0
  /// How many were rejected that should have been understood.
  public var rejected = 0
  /// How many were asked about, which is neither right nor wrong.
  public var asked = 0
  /// How many of those that were asked about have the expected sentence as the likelier one.
  public var askedRight = 0
  /// How many of the wrong ones would have been acted on as the opposite of what was said.
  public var opposites = 0

  /// Counts of nothing.
  public init() {}

  /// What is counted as an error: what was wrong, and what was rejected.
  public var errors: Int { wrong + rejected }

  /// The share of some of the recordings, from 0 to 1.
  public func share(_ part: Int) -> Double { Double(part) / Double(max(count, 1)) }

  /// The share of errors over that of the baseline; nil if the baseline made none.
  static func errorRatio(_ counts: Self, beside baseline: Self) -> Double? {
    baseline.errors > 0 ? counts.share(counts.errors) / baseline.share(baseline.errors) : nil
  }

  /// Both together.
  public static func + (one: Self, other: Self) -> Self {
    var sum = one
    sum.count += other.count
    sum.correct += other.correct
    sum.wrong += other.wrong
    sum.rejected += other.rejected
    sum.asked += other.asked
    sum.askedRight += other.askedRight
    sum.opposites += other.opposites
    return sum
  }
}

extension VerdictCounts {
  /// Counts what came of understanding some recordings.
  public init(_ results: [UnderstandingEvaluation.Result]) {
    for result in results {
      count += 1
      switch result.verdict {
      case .correct: correct += 1
      case .wrong: wrong += 1
      case .rejected: rejected += 1
      case .asked:
        asked += 1
        askedRight += result.isHeardRight ? 1 : 0
      }
      opposites += result.isOpposite ? 1 : 0
    }
  }

  /// Counts verdicts of spotting.
  init(_ verdicts: [SpottingEvaluation.Result.Verdict]) {
    count = verdicts.count
    correct = verdicts.count { $0 == .correct }
    wrong = verdicts.count { $0 == .falseAlarm }
    rejected = verdicts.count { $0 == .missed }
  }
}
