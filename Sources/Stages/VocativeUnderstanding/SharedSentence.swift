/// A sentence that phrases of two intents share.
public struct SharedSentence: Equatable, Sendable {
  /// The dictionary words.
  public let words: [String]
  /// The first phrase, which takes precedence.
  public let meant: Grammar.Phrase
  /// The phrase of another intent, which is shadowed.
  public let other: Grammar.Phrase
}
