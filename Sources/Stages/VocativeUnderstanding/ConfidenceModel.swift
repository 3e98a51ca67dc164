import Foundation

/// Estimates the confidence of a phrase from the evidence of its decoding, by logistic regression.
///
/// The weights were fitted to spoken orders in quiet and in kitchen noise, to home commands in rooms with noise, and to the commands of
/// each set heard with the grammars of the others. The intercept is lowered by 0.4, so that the default minimum confidence rejects
/// 98 % of these. `Tests/Accuracy/fit.py` fits weights with one set left out at a time.
///
/// The most informative feature is the advantage of free phones over the phrase. A small grammar stretches its words over any speech,
/// far longer than people speak them.
public struct ConfidenceModel: Equatable, Sendable {
  /// Log odds of a phrase without any evidence.
  public var intercept = 3.272
  /// Log odds for each unit of advantage over the whole phrase.
  public var phraseAdvantageWeight = -0.13
  /// Log odds for each unit of advantage over the worst word.
  public var worstWordAdvantageWeight = -0.032
  /// Log odds for each frame (10 ms) by which a phone exceeds `typicalPhone`.
  public var slownessWeight = -0.327

  /// Frames of a phone in ordinary speech: half of the orders have fewer.
  public static let typicalPhone = 8.0
  /// Frames by which the end of any phrase is lengthened.
  public static let lengthening = 20.0

  /// Creates a model with the fitted weights.
  public init() {}

  /// Returns the probability that the phrase was said, from 0 to 1.
  public func confidence(for evidence: Interpretation.Evidence) -> Double {
    let phone = (Double(evidence.frameCount) - Self.lengthening) / Double(max(evidence.phoneCount, 1))
    let logOdds =
      intercept + phraseAdvantageWeight * evidence.phraseAdvantage + worstWordAdvantageWeight * evidence.worstWordAdvantage
      + slownessWeight * max(0, phone - Self.typicalPhone)
    return 1 / (1 + exp(-logOdds))
  }
}
