package import JSONValues

extension WyomingEvent {
  /// Requests a transcript of the audio that follows.
  package struct Transcribe: WyomingMessage {
    package static let type = WyomingEventType.transcribe
    /// The model to use.
    package let name: String?
    /// The spoken language.
    package let language: String?
    /// The context to return with the answer.
    package let context: JSONValue?

    /// Creates an event.
    package init(name: String? = nil, language: String? = nil, context: JSONValue? = nil) {
      self.name = name
      self.language = language
      self.context = context
    }
  }

  /// A transcript: the answer to audio, and the request to an intent handler.
  package struct Transcript: WyomingMessage {
    package static let type = WyomingEventType.transcript
    /// The words; empty if nothing was recognized.
    package let text: String
    /// The language of the words.
    package let language: String?
    /// The context of the request, or to return with the answer.
    package let context: JSONValue?

    /// The words.
    package init(text: String, language: String? = nil, context: JSONValue? = nil) {
      self.text = text
      self.language = language
      self.context = context
    }
  }

  /// Starts a streamed transcript.
  package struct TranscriptStart: WyomingMessage {
    package static let type = WyomingEventType.transcriptStart
    /// The language of the words.
    package let language: String?
    /// The context of the request.
    package let context: JSONValue?

    /// Creates an event.
    package init(language: String? = nil, context: JSONValue? = nil) {
      self.language = language
      self.context = context
    }
  }

  /// A part of a streamed transcript.
  package struct TranscriptChunk: WyomingMessage {
    package static let type = WyomingEventType.transcriptChunk
    /// The words.
    package let text: String

    /// Creates an event.
    package init(text: String) { self.text = text }
  }

  /// Ends a streamed transcript; the complete transcript follows.
  package struct TranscriptStop: WyomingMessage {
    package static let type = WyomingEventType.transcriptStop
    /// Creates an event.
    package init() {}
  }
}
