public import VocativeResponse

/// Answers utterances that an assistant does not understand.
public protocol UtteranceFallback: Sendable {
  /// Answers an utterance that is addressed to the assistant and matches none of its phrases.
  ///
  /// - Returns: The answer; nil to let the assistant say that it did not understand.
  func answer(to utterance: AddressedUtterance) async -> FallbackAnswer?

  /// Called after an answer is spoken or stopped.
  func finishedSpeaking() async
}

/// An utterance that is addressed to an assistant.
public struct AddressedUtterance: Equatable, Sendable {
  /// The audio after the wake phrase: mono samples at 16 kHz.
  public let samples: [Int16]
  /// The wake phrase; nil if the assistant was called in another way, such as push to talk.
  public let wakePhrase: String?
}

/// The answer of a fallback.
public enum FallbackAnswer: Equatable, Sendable {
  /// An answer to speak.
  case spoken(Spoken)
  /// The answer is given in another place, so this loop stays silent.
  case elsewhere

  /// An answer to speak.
  public struct Spoken: Equatable, Sendable {
    /// The name of the source, reported instead of an intent.
    public let source: String
    /// The text; empty if it is not known.
    public let dialog: String
    /// The text as speech; nil to synthesize it here.
    public let speech: SpeechEngine.Speech?

    /// Creates an answer.
    public init(source: String, dialog: String, speech: SpeechEngine.Speech?) {
      self.source = source
      self.dialog = dialog
      self.speech = speech
    }
  }
}
