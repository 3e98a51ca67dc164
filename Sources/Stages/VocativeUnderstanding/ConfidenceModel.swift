import Foundation

/// Estimates the confidence of a phrase from the evidence of its decoding, by logistic regression.
///
/// The weights of both advantages were fitted to spoken orders in quiet and in kitchen noise, to home commands in rooms with noise, to
/// commands of Money, to pairs of opposites, and to the commands of each set heard with the grammars of the others, with the scores of a
/// network that was trained without the home commands, the rooms and half of the orders. `Tests/Accuracy/fit.py` fits weights with one set
/// left out at a time. The other weights and the intercept were then chosen on the same sets and on 226 short phrases of real people.
///
/// Free phones explain any speech well, and a phrase explains only its own words as well. A phrase of which one word was not said has
/// one stretch that free phones explain far better. Sound that no phones explain well is rarely a command. Other speech rarely resembles
/// a phrase of one word.
public struct ConfidenceModel: Equatable, Sendable {
  /// Log odds of a phrase without any evidence.
  public var intercept = 1.362
  /// Log odds for each unit of advantage over the whole phrase.
  public var phraseAdvantageWeight = -0.218
  /// Log odds for each unit of advantage over the worst stretch.
  public var worstStretchAdvantageWeight = -0.065
  /// Log odds for each unit of the score of free phones above `usualPhoneLoopScore`.
  public var phoneLoopScoreWeight = 0.1
  /// Log odds of a phrase of one word in addition.
  public var singleWordWeight = 0.5

  /// The score of free phones per frame that changes nothing; commands in quiet have -121 to -110, those in noise -129 to -115.
  private static let usualPhoneLoopScore = -118.0

  /// Creates a model with the weights for the scores of the network.
  public init() {}

  /// The weights that were fitted to the scores of Gaussian mixtures, which free text and other acoustic models have.
  public static let forMixtures: ConfidenceModel = {
    var model = ConfidenceModel()
    model.intercept = 5.745
    model.phraseAdvantageWeight = -0.039
    model.worstStretchAdvantageWeight = -0.167
    model.phoneLoopScoreWeight = 0
    model.singleWordWeight = 0
    return model
  }()

  /// Returns the probability that the phrase was said, from 0 to 1.
  public func confidence(for evidence: Interpretation.Evidence) -> Double {
    let logOdds =
      intercept + phraseAdvantageWeight * evidence.phraseAdvantage
      + worstStretchAdvantageWeight * evidence.worstStretchAdvantage
      + phoneLoopScoreWeight * (evidence.phoneLoopScore - Self.usualPhoneLoopScore)
      + (evidence.wordCount == 1 ? singleWordWeight : 0)
    return 1 / (1 + exp(-logOdds))
  }
}
