import Foundation

/// How sure to be of a phrase, from what its decoding left as evidence: a logistic regression.
///
/// The default weights were fitted to 122 spoken orders of more than fifty speakers, as they were recorded and in kitchen noise of 6 to
/// 18 dB, each decoded with its own grammar and with another one that makes a wrong phrase of it; and to 23 words and names with
/// grammars of a few phrases that have them and that lack them, each counted fifteen times, as there is hardly anything to agree on in
/// such a grammar. Half of that was no command at all. People who address an assistant mean it more often: the intercept lies 0.89 over
/// the fitted one, so that 0.3 refuses what 0.15 did.
///
/// What free phones gain over the phrase, and whether it is heard with the noise left in too, say most. The same gain means less in a
/// single word, which free phones have little room to leave. A small grammar stretches its words over whatever was said, far longer
/// than anybody speaks them.
public struct ConfidenceModel: Equatable, Sendable {
  /// Log odds of a phrase without any evidence.
  public var intercept = 6.049
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
