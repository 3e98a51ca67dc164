/// The number of recordings for each verdict.
public struct VerdictCounts: Equatable, Sendable, Encodable {
  /// The number of recordings.
  public var count = 0
  /// The number of recordings with the expected result.
  public var correct = 0
  /// The number of recordings that were understood incorrectly or should have been rejected.
  public var wrong = 0
  /// The number of recordings that were rejected but should have been understood.
  public var rejected = 0
  /// The number of recordings that lead to a question, which is neither correct nor wrong.
  public var asked = 0
  /// The number of questions whose likelier sentence is the expected one.
  public var askedRight = 0
  /// The number of wrong recordings that would lead to the opposite of the spoken command.
  public var opposites = 0

  /// Creates counts of zero.
  public init() {}

  /// The number of errors: wrong and rejected recordings.
  public var errors: Int { wrong + rejected }

  /// Returns a count as a share of the recordings, from 0 to 1.
  public func share(_ part: Int) -> Double { Double(part) / Double(max(count, 1)) }

  /// Returns the error rate divided by the baseline's; nil if the baseline has no errors.
  static func errorRatio(_ counts: Self, comparedWith baseline: Self) -> Double? {
    baseline.errors > 0 ? counts.share(counts.errors) / baseline.share(baseline.errors) : nil
  }

  /// Adds two counts.
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
  /// Counts results of understanding.
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
