/// A detected keyphrase.
public struct KeyphraseHit: Equatable, Sendable {
  /// The phrase.
  public let keyphrase: Keyphrase
  /// The first sample of the phrase.
  public let start: Int
  /// The sample after the phrase.
  public let end: Int
  /// The decimal logarithm of the ratio between the hit's likelihood ratio and the phrase's threshold.
  public let margin: Double

  /// Creates a hit for a phrase over a range of samples.
  public init(keyphrase: Keyphrase, start: Int, end: Int, margin: Double) {
    self.keyphrase = keyphrase
    self.start = start
    self.end = end
    self.margin = margin
  }

  /// Whether the two hits share audio.
  func overlaps(_ other: KeyphraseHit) -> Bool { start < other.end && other.start < end }

  /// Whether both are hits of one phrase in the same audio.
  func isSameOccurrence(as other: KeyphraseHit) -> Bool { keyphrase == other.keyphrase && overlaps(other) }

  /// The decimal logarithm of the strictest threshold that the hit reaches.
  public var score: Double { keyphrase.log10Threshold + margin }

  /// Returns the hit with another score.
  func rescored(_ score: Double) -> KeyphraseHit {
    KeyphraseHit(keyphrase: keyphrase, start: start, end: end, margin: score - keyphrase.log10Threshold)
  }

  /// Returns the hit with its margin limited to a maximum.
  func limited(to margin: Double) -> KeyphraseHit {
    KeyphraseHit(keyphrase: keyphrase, start: start, end: end, margin: min(self.margin, margin))
  }
}

/// A moment at which speech may have ended.
public enum SpeechPause: Equatable, Sendable {
  /// A silence as between two words.
  case short
  /// A silence that is longer than most pauses within a sentence.
  case long
  /// The speech is much fainter than before, in a room that is too loud for silence.
  case faded
  /// A sound may be noise after the speech, or more words: it has interrupted a silence, or faint sound in a room with noise, or it has had no
  /// faint moment for long.
  case interrupted
  /// The end of the speech before the silence of the last interruption, without the sound after it.
  case beforeInterruption

  /// Whether the next words may follow directly.
  package var isInterruption: Bool { self == .interrupted || self == .beforeInterruption }

  /// Whether sound follows that may be noise or more words.
  package var isFollowedBySound: Bool { self == .faded || self == .interrupted }
}

/// An event of the detector, in time order; positions are samples since the source started.
public enum DetectionEvent: Equatable, Sendable {
  /// Speech has started; the position includes the pre-roll.
  case speechStarted(at: Int)
  /// A keyphrase was detected; each occurrence is reported once.
  case spotted(KeyphraseHit)
  /// The speech that began at `start` may have ended at `end`.
  case speechPaused(start: Int, end: Int, SpeechPause)
  /// The speech that began at `start` ended at `end`.
  case speechEnded(start: Int, end: Int)
}
