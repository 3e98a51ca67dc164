import Foundation

/// Estimates the confidence of a phrase from the evidence of its decoding, by logistic regression.
///
/// The weights were fitted to spoken orders in quiet and in kitchen noise, to home commands in rooms with noise, to commands of Money, to
/// pairs of opposites, and to the commands of each set heard with the grammars of the others, with the scores of a network that was
/// trained without the home commands, the rooms and half of the orders. The intercept is raised by 0.4, so that the default minimum
/// confidence accepts more. `Tests/Accuracy/fit.py` fits weights with one set left out at a time.
///
/// Free phones explain any speech well, and a phrase explains only its own words as well. A phrase of which one word was not said has
/// one stretch that free phones explain far better.
public struct ConfidenceModel: Equatable, Sendable {
  /// Log odds of a phrase without any evidence.
  public var intercept = 1.162
  /// Log odds for each unit of advantage over the whole phrase.
  public var phraseAdvantageWeight = -0.218
  /// Log odds for each unit of advantage over the worst stretch.
  public var worstStretchAdvantageWeight = -0.065

  /// Creates a model with the weights that were fitted to the scores of the network.
  public init() {}

  /// The weights that were fitted to the scores of Gaussian mixtures, which free text and other acoustic models have.
  public static let forMixtures: ConfidenceModel = {
    var model = ConfidenceModel()
    model.intercept = 5.745
    model.phraseAdvantageWeight = -0.039
    model.worstStretchAdvantageWeight = -0.167
    return model
  }()

  /// Returns the probability that the phrase was said, from 0 to 1.
  public func confidence(for evidence: Interpretation.Evidence) -> Double {
    let logOdds =
      intercept + phraseAdvantageWeight * evidence.phraseAdvantage
      + worstStretchAdvantageWeight * evidence.worstStretchAdvantage
    return 1 / (1 + exp(-logOdds))
  }
}
