import Foundation

/// How sure to be of a phrase, from what its decoding left as evidence: a logistic regression.
///
/// The default weights were fitted to 122 spoken orders of more than fifty speakers, as they were recorded and in kitchen noise of 6 to
/// 18 dB, each decoded with its own grammar and with another one that makes a wrong phrase of it; and to 23 words and names with
/// grammars of a few phrases that have them and that lack them, each counted fifteen times, as there is hardly anything to agree on in
/// such a grammar. What free phones gain over the phrase, and whether it is heard with the noise left in too, say most; a voice or room
/// that the model fits badly widens the gap for true phrases as well, which the weight of the free phones' own score gives back.
public struct ConfidenceModel: Equatable, Sendable {
  /// Log odds of a phrase without any evidence.
  public var intercept = 2.772
  /// Log odds for each unit of advantage over the whole phrase.
  public var phraseAdvantageWeight = -0.234
  /// Log odds for each unit of advantage over the worst word.
  public var worstWordAdvantageWeight = -0.044
  /// Log odds for each unit of the free phones' own score.
  public var phoneLoopScoreWeight = -0.087
  /// Log odds for a phrase that is wholly heard with the noise left in.
  public var agreementWeight = 3.216

  /// A model with the fitted weights.
  public init() {}

  /// The probability that the phrase is what was said, from 0 to 1.
  public func confidence(for evidence: Interpretation.Evidence) -> Double {
    let logOdds =
      intercept + phraseAdvantageWeight * evidence.phraseAdvantage + worstWordAdvantageWeight * evidence.worstWordAdvantage
      + phoneLoopScoreWeight * evidence.phoneLoopScore + agreementWeight * evidence.agreement
    return 1 / (1 + exp(-logOdds))
  }
}
