public import VocativeIntents

/// An event in a conversation, for observers: a terminal, a test, or another program.
///
/// The JSON form is one object per line with `event` and `time`; its fields are a stable interface.
public struct TurnEvent: Equatable, Sendable {
  /// The time in seconds into the audio; in a typed conversation, the number of the turn.
  public let time: Double
  /// The kind of event.
  public let kind: Kind
  /// Whether it must be kept out of every log, because it concerns a private intent.
  public let isPrivate: Bool
  /// The performed interaction, for display; nil if there is none, and for events from another program.
  public let interaction: Interaction?

  /// The assistant that was understood, asks or answers; nil if the event is not about a single one.
  public let assistant: String?

  /// The kinds of events.
  public enum Kind: Equatable, Sendable {
    /// A keyphrase was heard, from `start` to `end` seconds, with a likelihood ratio `score` decades over its threshold.
    case spotted(phrase: String, start: Double, end: Double, score: Double)
    /// A phrase was understood.
    case understood(text: String, intent: String, slots: [String: String], confidence: Double)
    /// An utterance was not a command, or nothing was said; with the closest phrase and the spoken dialog.
    case rejected(reason: String, best: String?, dialog: String?)
    /// A parameter was asked for.
    case asked(dialog: String, parameter: String)
    /// A request was handled; the intent of an activity that was continued is empty.
    case responded(intent: String, code: IntentResponse.Code, dialog: String, card: ResponseCard?)
    /// The card of a request changed without a word, while it is performed or after its answer.
    case updated(intent: String, card: ResponseCard)
    /// A failure outside of a request; the conversation continues.
    case error(code: String, message: String)
  }

  /// Whether something else is shown from now on than the last answer.
  var replacesCard: Bool {
    switch kind {
    case .understood, .asked, .responded: true
    case .rejected(_, _, let dialog): dialog != nil
    case .spotted, .updated, .error: false
    }
  }

  /// Returns the event of a change of its answer's card, at a time.
  package func updated(with card: ResponseCard, at time: Double) -> TurnEvent {
    TurnEvent(
      time: time, kind: .updated(intent: interaction?.dispatch.intent ?? "", card: card), isPrivate: isPrivate,
      interaction: interaction?.showing(card), assistant: assistant)
  }

  /// Creates an event at a time.
  public init(
    time: Double, kind: Kind, isPrivate: Bool = false, interaction: Interaction? = nil, assistant: String? = nil
  ) {
    self.time = time
    self.kind = kind
    self.isPrivate = isPrivate
    self.interaction = interaction
    self.assistant = assistant
  }
}
