import Foundation

/// How sure to be of a phrase, from what its decoding left as evidence: a logistic regression.
///
/// The default weights were fitted to 231 spoken orders that were decoded rightly and 175 that another grammar made a wrong phrase
/// of, more than fifty speakers in all. What free phones gain over the phrase says most; a voice or room the model fits badly
/// widens that gap for true phrases too, which the third weight gives back.
public struct ConfidenceModel: Equatable, Sendable {
  /// Log odds of a phrase without any evidence.
  public var intercept = 3.948
  /// Log odds for each unit of advantage over the whole phrase.
  public var phraseAdvantageWeight = -0.3877
  /// Log odds for each unit of advantage over the worst word.
  public var worstWordAdvantageWeight = -0.0175
  /// Log odds for each unit of the free phones' own score.
  public var phoneLoopScoreWeight = -0.5692

  /// A model with the fitted weights.
  public init() {}

  /// The probability that the phrase is what was said, from 0 to 1.
  public func confidence(for evidence: Interpretation.Evidence) -> Double {
    let logOdds =
      intercept + phraseAdvantageWeight * evidence.phraseAdvantage + worstWordAdvantageWeight * evidence.worstWordAdvantage
      + phoneLoopScoreWeight * evidence.phoneLoopScore
    return 1 / (1 + exp(-logOdds))
  }
}
