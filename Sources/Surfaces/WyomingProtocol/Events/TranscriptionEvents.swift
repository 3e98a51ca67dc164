package import JSONValues

extension WyomingEvent {
  /// The audio that follows is to be written down.
  package struct Transcribe: WyomingMessage {
    package static let type = WyomingEventType.transcribe
    /// The model to write it down with.
    package let name: String?
    /// The language that is spoken.
    package let language: String?
    /// What the answer is to carry.
    package let context: JSONValue?

    /// A request for a transcript.
    package init(name: String? = nil, language: String? = nil, context: JSONValue? = nil) {
      self.name = name
      self.language = language
      self.context = context
    }
  }

  /// What was said: an answer to audio, and a request to whoever handles intents.
  package struct Transcript: WyomingMessage {
    package static let type = WyomingEventType.transcript
    /// The words; none when nothing was recognised.
    package let text: String
    /// The language of the words.
    package let language: String?
    /// What the request carried, or the answer is to carry.
    package let context: JSONValue?

    /// Words.
    package init(text: String, language: String? = nil, context: JSONValue? = nil) {
      self.text = text
      self.language = language
      self.context = context
    }
  }

  /// A transcript follows in pieces.
  package struct TranscriptStart: WyomingMessage {
    package static let type = WyomingEventType.transcriptStart
    /// The language of the words.
    package let language: String?
    /// What the request carried.
    package let context: JSONValue?

    /// The beginning of a transcript.
    package init(language: String? = nil, context: JSONValue? = nil) {
      self.language = language
      self.context = context
    }
  }

  /// A piece of a transcript.
  package struct TranscriptChunk: WyomingMessage {
    package static let type = WyomingEventType.transcriptChunk
    /// Words.
    package let text: String

    /// A piece.
    package init(text: String) { self.text = text }
  }

  /// The pieces of a transcript are complete; the whole follows.
  package struct TranscriptStop: WyomingMessage {
    package static let type = WyomingEventType.transcriptStop
    /// The end of the pieces.
    package init() {}
  }
}
