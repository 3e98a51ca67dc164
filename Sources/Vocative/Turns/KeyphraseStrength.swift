/// How clearly a keyphrase was heard, in a word.
public enum KeyphraseStrength: String, Sendable {
  /// Close to the threshold: a quiet or distant voice, noise, or another phrase.
  case weak
  /// Well above the threshold.
  case clear
  /// Far above the threshold, as in a quiet room.
  case strong

  /// The strength of a score, in decades above the threshold of the phrase.
  ///
  /// The score of one recording varies by up to ten decades with the audio around it, so a finer scale has no meaning.
  public init(score: Double) {
    self = score < 5 ? .weak : score < 20 ? .clear : .strong
  }
}
