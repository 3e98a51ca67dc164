public import VocativeIntents

/// What happened in a conversation, for whoever watches: a terminal, a test, another program.
///
/// As JSON, one object a line with `event` and `time`; the fields are a promise to other programs.
public struct TurnEvent: Equatable, Sendable {
  /// Seconds into the audio; in a typed conversation the number of the turn.
  public let time: Double
  /// What happened.
  public let kind: Kind
  /// Whether it must be kept out of every log: somebody asked for something that is locked.
  public let isPrivate: Bool
  /// What was performed, for who shows it; nil when nothing was, and in what another program has told.
  public let interaction: Interaction?

  /// The kinds of things that happen.
  public enum Kind: Equatable, Sendable {
    /// A keyphrase was heard, from `start` to `end` seconds, with a likelihood ratio `score` decades over its threshold.
    case spotted(phrase: String, start: Double, end: Double, score: Double)
    /// A phrase was understood.
    case understood(text: String, intent: String, slots: [String: String], confidence: Double)
    /// Something was said, or nothing, that is no command; the nearest phrase, and what is said about it.
    case rejected(reason: String, best: String?, dialog: String?)
    /// A parameter was asked for.
    case asked(dialog: String, parameter: String)
    /// A request was handled.
    case responded(intent: String, code: IntentResponse.Code, dialog: String, card: ResponseCard?)
    /// Something failed that is nobody's request; the conversation goes on.
    case error(code: String, message: String)
  }

  /// Something that happened at a time.
  public init(time: Double, kind: Kind, isPrivate: Bool = false, interaction: Interaction? = nil) {
    self.time = time
    self.kind = kind
    self.isPrivate = isPrivate
    self.interaction = interaction
  }
}
