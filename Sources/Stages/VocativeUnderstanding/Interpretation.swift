/// An understood request.
public struct Interpretation: Equatable, Sendable {
  /// The words, as a person would write them.
  public let text: String
  /// The requested intent.
  public let intent: String
  /// The slots' values by name.
  public let slots: [String: String]
  /// The confidence, from 0 to 1.
  public let confidence: Double
  /// The evidence for the confidence; nil for typed text.
  public let evidence: Evidence?
  /// Whether some phrase continues after these words.
  public let mayGoOn: Bool
  /// Whether these words continue another phrase, without free text; few people pause and continue once more.
  public var continuesAPhrase = false
  /// Seconds of audio after the last possible speech; nil if this was not measured.
  public let silenceAfter: Double?
  /// Seconds of audio after the last word, in which the model may find phones; nil if this was not measured, as after free text.
  public var silenceAfterWords: Double?

  /// The same words as phrases of other intents, if the grammar allows that.
  public private(set) var homonyms: [Rival] = []

  /// A sentence of another meaning that explains the audio nearly as well; nil if the evidence is clear.
  public private(set) var rival: Rival?

  /// A sentence that differs from the understood one in one word, and may have been said instead.
  public struct Rival: Equatable, Sendable {
    /// The words, as a person would write them.
    public let text: String
    /// The intent that it requests.
    public let intent: String
    /// The slots' values by name.
    public let slots: [String: String]
    /// The margin of the understood sentence over this one, in the decoder's score units (0.1024 nepers).
    public let margin: Int

    /// Creates a rival.
    public init(text: String, intent: String, slots: [String: String], margin: Int) {
      (self.text, self.intent, self.slots, self.margin) = (text, intent, slots, margin)
    }

    init(text: String, match: MatchedPhrase, margin: Int) {
      self.init(text: text, intent: match.intent, slots: match.slotValues, margin: margin)
    }
  }

  /// Returns the interpretation with a rival; nil for none.
  public func contested(by rival: Rival?) -> Interpretation {
    var contested = self
    contested.rival = rival
    return contested
  }

  /// Returns the same words with the meaning of a homonym.
  ///
  /// - Parameter others: The homonyms that remain.
  public func understood(as homonym: Rival, keeping others: [Rival] = []) -> Interpretation {
    var other = Interpretation(
      text: text, intent: homonym.intent, slots: homonym.slots, confidence: confidence, evidence: evidence, mayGoOn: mayGoOn,
      silenceAfter: silenceAfter)
    (other.rival, other.homonyms) = (rival, others)
    (other.continuesAPhrase, other.silenceAfterWords) = (continuesAPhrase, silenceAfterWords)
    return other
  }

  /// The meaning itself, as a homonym of the others.
  public var meaning: Rival { Rival(text: text, intent: intent, slots: slots, margin: 0) }

  /// The rival as an interpretation without a rival.
  public var rivalInterpretation: Interpretation? {
    rival.map {
      Interpretation(
        text: $0.text, intent: $0.intent, slots: $0.slots, confidence: confidence, evidence: evidence, mayGoOn: mayGoOn,
        silenceAfter: silenceAfter)
    }
  }

  /// A comparison of the words with free phones over the same audio, in the decoder's score units per frame.
  public struct Evidence: Equatable, Sendable {
    /// The advantage of free phones over all words together.
    public let phraseAdvantage: Double
    /// The largest advantage of free phones over a stretch of 0.4 s, or over a squeezed word at the start or the end of a short phrase.
    public let worstStretchAdvantage: Double
    /// The acoustic score per frame of the free phones, which shows how well the model fits this voice and room.
    public let phoneLoopScore: Double
    /// The number of frames (10 ms) of the words.
    public let frameCount: Int
    /// The number of words.
    public let wordCount: Int

    /// Creates evidence from its parts.
    public init(
      phraseAdvantage: Double, worstStretchAdvantage: Double, phoneLoopScore: Double, frameCount: Int, wordCount: Int
    ) {
      self.phraseAdvantage = phraseAdvantage
      self.worstStretchAdvantage = worstStretchAdvantage
      self.phoneLoopScore = phoneLoopScore
      self.frameCount = frameCount
      self.wordCount = wordCount
    }
  }

  /// Creates an interpretation of some words.
  public init(
    text: String, intent: String, slots: [String: String], confidence: Double, evidence: Evidence? = nil, mayGoOn: Bool = false,
    silenceAfter: Double? = nil
  ) {
    self.evidence = evidence
    self.mayGoOn = mayGoOn
    self.silenceAfter = silenceAfter
    self.text = text
    self.intent = intent
    self.slots = slots
    self.confidence = confidence
  }

  /// Creates an interpretation of words that match a phrase.
  public init(
    text: String, match: MatchedPhrase, confidence: Double, evidence: Evidence? = nil, mayGoOn: Bool = false,
    silenceAfter: Double? = nil
  ) {
    self.init(
      text: text, intent: match.intent, slots: match.slotValues, confidence: confidence, evidence: evidence, mayGoOn: mayGoOn,
      silenceAfter: silenceAfter)
    homonyms = match.homonyms.map { Rival(text: text, match: $0, margin: 0) }
  }
}

/// The reason why nothing was understood.
public struct Rejection: Equatable, Sendable {
  /// The kinds of rejection.
  public enum Reason: String, Equatable, Sendable {
    /// No words were heard.
    case nothingHeard = "nothing-heard"
    /// The words are not a phrase.
    case notAPhrase = "not-a-phrase"
    /// The confidence of the nearest phrase is too low.
    case lowConfidence = "low-confidence"
    /// The speech is longer than any phrase.
    case tooLong = "too-long"
  }

  /// The kind.
  public let reason: Reason
  /// The nearest phrase; nil if there is none.
  public let best: Interpretation?
  /// An explanation for the person; nil if the kind says enough.
  public let explanation: String?
  /// The phrase that a typed text would be with another figure; it only decides whether the explanation is private.
  public let explained: Interpretation?

  /// Creates a rejection of a kind.
  public init(_ reason: Reason, best: Interpretation? = nil, explanation: String? = nil, of explained: Interpretation? = nil) {
    self.reason = reason
    self.best = best
    self.explanation = explanation
    self.explained = explained
  }
}

/// The result of an utterance.
public enum Understanding: Equatable, Sendable {
  /// A phrase of the grammar.
  case understood(Interpretation)
  /// The wake phrase without a command.
  case wakePhraseOnly
  /// A rejection.
  case rejected(Rejection)
}
