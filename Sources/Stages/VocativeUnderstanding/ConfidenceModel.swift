import Foundation

/// How sure to be of a phrase, from what its decoding left as evidence: a logistic regression.
///
/// The weights come from a fit to spoken orders in quiet and in kitchen noise, in which a second decoding was evidence too. The intercept
/// makes up for half of what that gave. `Tests/Accuracy/fit.py` fits weights with one set left out at a time.
///
/// The advantage of free phones over the phrase says most. A small grammar stretches its words over whatever was said, far longer than
/// people speak them.
public struct ConfidenceModel: Equatable, Sendable {
  /// Log odds of a phrase without any evidence.
  public var intercept = 6.849
  /// Log odds for each unit of advantage over the whole phrase.
  public var phraseAdvantageWeight = -0.122
  /// Log odds for each unit of advantage over the worst word.
  public var worstWordAdvantageWeight = -0.073
  /// Log odds for each unit of the free phones' own score.
  public var phoneLoopScoreWeight = -0.024
  /// Log odds for a phrase of one word, shared between the words of a longer one.
  public var brevityWeight = 6.923
  /// The same for each unit of advantage over the whole phrase.
  public var briefAdvantageWeight = -0.43
  /// Log odds for each frame (10 ms) that a phone takes more than `usualPhone`.
  public var slownessWeight = -0.36

  /// Frames of a phone in ordinary speech: half of the orders have fewer.
  public static let usualPhone = 8.0
  /// Frames that the end of a phrase is lengthened by, whatever its words.
  public static let lengthening = 20.0

  /// A model with the fitted weights.
  public init() {}

  /// The probability that the phrase is what was said, from 0 to 1.
  public func confidence(for evidence: Interpretation.Evidence) -> Double {
    let phone = (Double(evidence.frameCount) - Self.lengthening) / Double(max(evidence.phoneCount, 1))
    let share = 1 / Double(max(evidence.wordCount, 1))
    let logOdds =
      intercept + phraseAdvantageWeight * evidence.phraseAdvantage + worstWordAdvantageWeight * evidence.worstWordAdvantage
      + phoneLoopScoreWeight * evidence.phoneLoopScore
      + share * (brevityWeight + briefAdvantageWeight * evidence.phraseAdvantage)
      + slownessWeight * max(0, phone - Self.usualPhone)
    return 1 / (1 + exp(-logOdds))
  }
}
