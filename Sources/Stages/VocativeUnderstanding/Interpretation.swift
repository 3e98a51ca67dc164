/// What somebody was understood to want.
public struct Interpretation: Equatable, Sendable {
  /// The words, as a person would write them.
  public let text: String
  /// The intent that is asked for.
  public let intent: String
  /// The slots' values by name.
  public let slots: [String: String]
  /// How sure this is, from 0 to 1.
  public let confidence: Double
  /// What the confidence was made of; nil for what was typed.
  public let evidence: Evidence?
  /// Whether some phrase goes on after these words.
  public let mayGoOn: Bool
  /// Seconds of audio after the last that may be speech of any kind; nil where nobody has listened for that.
  public let silenceAfter: Double?

  /// The same words as phrases of other intents, where the grammar allows that.
  public private(set) var homonyms: [Rival] = []

  /// A sentence of another meaning that explains the audio nearly as well; nil if the evidence is clear.
  public private(set) var rival: Rival?

  /// A sentence that differs from the one understood in one word, and could have been said instead.
  public struct Rival: Equatable, Sendable {
    /// The words, as a person would write them.
    public let text: String
    /// The intent that it asks for.
    public let intent: String
    /// The slots' values by name.
    public let slots: [String: String]
    /// How much better the sentence that was understood explains the audio, in the decoder's score units (0.1024 nepers).
    public let margin: Int

    /// A rival.
    public init(text: String, intent: String, slots: [String: String], margin: Int) {
      (self.text, self.intent, self.slots, self.margin) = (text, intent, slots, margin)
    }

    init(text: String, match: MatchedPhrase, margin: Int) {
      self.init(text: text, intent: match.intent, slots: match.slotValues, margin: margin)
    }
  }

  /// The same with a rival.
  public func contested(by rival: Rival) -> Interpretation {
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
    return other
  }

  /// The meaning itself, as a homonym of the others.
  public var meaning: Rival { Rival(text: text, intent: intent, slots: slots, margin: 0) }

  /// The rival as what was understood, without a rival of its own.
  public var rivalInterpretation: Interpretation? {
    rival.map {
      Interpretation(
        text: $0.text, intent: $0.intent, slots: $0.slots, confidence: confidence, evidence: evidence, mayGoOn: mayGoOn,
        silenceAfter: silenceAfter)
    }
  }

  /// How the words compare with free phones over the same audio, in the decoder's score units a frame.
  public struct Evidence: Equatable, Sendable {
    /// How much better free phones explain the audio than the words do, over all of them.
    public let phraseAdvantage: Double
    /// The same over the word where it is largest.
    public let worstWordAdvantage: Double
    /// Acoustic score a frame of the free phones themselves: how well the model fits this voice and room at all.
    public let phoneLoopScore: Double
    /// Frames (10 ms) of the words.
    public let frameCount: Int
    /// How many words there were.
    public let wordCount: Int
    /// Phones of all these words.
    public let phoneCount: Int
  }

  /// An interpretation of some words.
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

  /// An interpretation of words that were found to be a phrase.
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

/// Why nothing was understood.
public struct Rejection: Equatable, Sendable {
  /// The kinds of not understanding.
  public enum Reason: String, Equatable, Sendable {
    /// No words were heard.
    case nothingHeard = "nothing-heard"
    /// What was heard is none of the phrases.
    case notAPhrase = "not-a-phrase"
    /// The nearest phrase explains the audio too badly to be believed.
    case lowConfidence = "low-confidence"
    /// More was said than any phrase takes.
    case tooLong = "too-long"
  }

  /// The kind.
  public let reason: Reason
  /// The nearest phrase, where there was one.
  public let best: Interpretation?
  /// What is wrong with it, in words for the person; nil where there is nothing to say but the reason.
  public let explanation: String?

  /// A rejection for a reason.
  public init(_ reason: Reason, best: Interpretation? = nil, explanation: String? = nil) {
    self.reason = reason
    self.best = best
    self.explanation = explanation
  }
}

/// What an utterance came to.
public enum Understanding: Equatable, Sendable {
  /// A phrase of the grammar.
  case understood(Interpretation)
  /// The wake phrase, and nothing after it.
  case wakePhraseOnly
  /// Nothing that can be acted on.
  case rejected(Rejection)
}
