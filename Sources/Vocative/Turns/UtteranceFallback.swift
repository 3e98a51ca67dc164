public import VocativeResponse

/// Answers what an assistant has not understood.
public protocol UtteranceFallback: Sendable {
  /// Answers something that was said to the assistant and is none of its phrases.
  ///
  /// - Returns: What came of it; nil when nobody answers, so that the assistant says itself that it has not understood.
  func answer(to utterance: AddressedUtterance) async -> FallbackAnswer?

  /// An answer has been spoken, or somebody has had enough of it.
  func finishedSpeaking() async
}

/// Something that was said to an assistant.
public struct AddressedUtterance: Equatable, Sendable {
  /// What was said after the wake phrase: mono samples at 16 kHz.
  public let samples: [Int16]
  /// The wake phrase; nil when the assistant was called otherwise, as by push to talk.
  public let wakePhrase: String?
}

/// What came of an utterance that somebody else was asked about.
public enum FallbackAnswer: Equatable, Sendable {
  /// There is something to say.
  case spoken(Spoken)
  /// Somebody answers in another place, so that nothing is to be said here.
  case elsewhere

  /// Something to say.
  public struct Spoken: Equatable, Sendable {
    /// Who answers, as it is told for an intent.
    public let source: String
    /// The words; empty when they are not known.
    public let dialog: String
    /// The words as speech; nil to have them spoken here.
    public let speech: SpeechEngine.Speech?

    /// An answer of somebody's.
    public init(source: String, dialog: String, speech: SpeechEngine.Speech?) {
      self.source = source
      self.dialog = dialog
      self.speech = speech
    }
  }
}
