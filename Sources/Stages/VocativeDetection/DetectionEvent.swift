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

  /// A hit on a phrase over a range of samples.
  public init(keyphrase: Keyphrase, start: Int, end: Int, margin: Double) {
    self.keyphrase = keyphrase
    self.start = start
    self.end = end
    self.margin = margin
  }

  /// Whether the two have audio in common.
  func overlaps(_ other: KeyphraseHit) -> Bool { start < other.end && other.start < end }

  /// The same with a margin that is no larger than this.
  func limited(to margin: Double) -> KeyphraseHit {
    KeyphraseHit(keyphrase: keyphrase, start: start, end: end, margin: min(self.margin, margin))
  }
}

/// What detection has to say about the audio, in order of time; positions are samples since the source was started.
public enum DetectionEvent: Equatable, Sendable {
  /// Somebody or something began to make speech-like sound; the position includes the pre-roll.
  case speechStarted(at: Int)
  /// A keyphrase was heard, once.
  case spotted(KeyphraseHit)
  /// The speech that began at `start` may have ended at `end`; whether it has only faded into a loud room, where no end is heard.
  case speechPaused(start: Int, end: Int, hasFaded: Bool)
  /// The speech that began at `start` has ended at `end`.
  case speechEnded(start: Int, end: Int)
}
