/// A sentence that phrases of two intents understand.
public struct SharedSentence: Equatable, Sendable {
  /// The dictionary words.
  public let words: [String]
  /// The phrase that is meant, which stands first.
  public let meant: Grammar.Phrase
  /// The phrase of another intent that is not.
  public let other: Grammar.Phrase
}
