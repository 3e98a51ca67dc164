/// A keyphrase that was heard.
public struct KeyphraseHit: Equatable, Sendable {
  /// The phrase.
  public let keyphrase: Keyphrase
  /// First sample of the phrase.
  public let start: Int
  /// Sample just after the phrase.
  public let end: Int
  /// Decades by which the likelihood ratio exceeded the phrase's threshold: how much stricter the threshold could have been.
  public let margin: Double
  /// Whether it was heard when the speech was over, the second time.
  public let isSecondHearing: Bool

  /// A hit on a phrase over a range of samples.
  public init(keyphrase: Keyphrase, start: Int, end: Int, margin: Double, isSecondHearing: Bool = false) {
    self.keyphrase = keyphrase
    self.start = start
    self.end = end
    self.margin = margin
    self.isSecondHearing = isSecondHearing
  }
}

/// What detection has to say about the audio, in order of time; positions are samples since the source was started.
public enum DetectionEvent: Equatable, Sendable {
  /// Somebody or something began to make speech-like sound; the position includes the pre-roll.
  case speechStarted(at: Int)
  /// A keyphrase was heard, once.
  case spotted(KeyphraseHit)
  /// The speech that began at `start` may have ended at `end`; when it has only faded into a loud room, that is some time ago.
  case speechPaused(start: Int, end: Int, hasFaded: Bool)
  /// The speech that began at `start` has ended at `end`.
  case speechEnded(start: Int, end: Int)
}
