import VocativeDetection

/// The patience at the end of a sentence: the pause after which the sentence counts as complete.
public struct Patience: Equatable, Sendable {
  /// The possible pauses in seconds.
  public static let range = 0.2...3.0
  /// Answers soon after the last word.
  public static let quick = Patience(seconds: 0.3)
  /// The default.
  public static let usual = Patience(seconds: 0.5)
  /// Waits for people who pause within a sentence.
  public static let patient = Patience(seconds: 1)
  /// The words for patience, in settings and options.
  public static let words: [String: Patience] = ["patient": .patient, "usual": .usual, "quick": .quick]

  /// The pause in seconds.
  public let seconds: Double

  /// Creates patience for a pause in seconds, within the possible ones.
  public init(seconds: Double) { self.seconds = min(max(seconds, Self.range.lowerBound), Self.range.upperBound) }

  /// Creates patience from a word, or from a number of seconds; nil for another text.
  public init?(_ text: String) {
    if let known = Self.words[text] {
      self = known
    } else {
      guard let seconds = Double(text), Self.range.contains(seconds) else { return nil }
      self.init(seconds: seconds)
    }
  }

  /// The length of every pause, as a share of the default.
  package var factor: Double { seconds / Self.usual.seconds }

  /// Returns settings for detection with these pauses.
  package func applied(to detection: Detector.Configuration) -> Detector.Configuration {
    var detection = detection
    detection.voiceActivity.hangOver *= factor
    detection.voiceActivity.pause *= factor
    detection.voiceActivity.longPause *= factor
    detection.voiceActivity.fadingDuration *= factor
    detection.voiceActivity.noisyHangOver *= factor
    detection.voiceActivity.continuousSound *= factor
    return detection
  }
}

/// The confidence below which a phrase is rejected, as a word or a number.
public struct MinConfidence: Equatable, Sendable {
  /// Accepts more phrases that are heard badly, and more of what is not a phrase.
  public static let lenient = MinConfidence(value: 0.15)
  /// The default.
  public static let usual = MinConfidence(value: 0.3)
  /// Rejects more of what is not a phrase, and more phrases that are heard badly.
  public static let strict = MinConfidence(value: 0.5)
  /// The words for a minimum confidence, in settings and options.
  public static let words: [String: MinConfidence] = ["lenient": .lenient, "usual": .usual, "strict": .strict]

  /// The confidence, from 0 to 1.
  public let value: Double

  private init(value: Double) { self.value = value }

  /// Creates a minimum confidence from a word, or from a number from 0 to 1; nil for another text.
  public init?(_ text: String) {
    if let known = Self.words[text] {
      self = known
    } else {
      guard let value = Double(text), (0...1).contains(value) else { return nil }
      self.init(value: value)
    }
  }
}
