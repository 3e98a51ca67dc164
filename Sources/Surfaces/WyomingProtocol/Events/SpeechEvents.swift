package import JSONValues

extension WyomingEvent {
  /// The requested voice, by name or language.
  package struct Voice: Codable, Equatable, Sendable {
    /// The voice's name.
    package let name: String?
    /// The language.
    package let language: String?
    /// The speaker within a voice of several speakers.
    package let speaker: String?

    /// Creates a voice request.
    package init(name: String? = nil, language: String? = nil, speaker: String? = nil) {
      self.name = name
      self.language = language
      self.speaker = speaker
    }
  }

  /// Requests speech for a text.
  package struct Synthesize: WyomingMessage {
    package static let type = WyomingEventType.synthesize
    /// The text.
    package let text: String
    /// The requested voice.
    package let voice: Voice?
    /// The context to return with the answer.
    package let context: JSONValue?

    /// Creates an event.
    package init(text: String, voice: Voice? = nil, context: JSONValue? = nil) {
      self.text = text
      self.voice = voice
      self.context = context
    }
  }

  /// Starts a streamed text to be spoken.
  package struct SynthesizeStart: WyomingMessage {
    package static let type = WyomingEventType.synthesizeStart
    /// The requested voice.
    package let voice: Voice?

    /// Creates an event.
    package init(voice: Voice? = nil) { self.voice = voice }
  }

  /// A part of a streamed text.
  package struct SynthesizeChunk: WyomingMessage {
    package static let type = WyomingEventType.synthesizeChunk
    /// The part, which may end within a word.
    package let text: String

    /// Creates an event.
    package init(text: String) { self.text = text }
  }

  /// Reports that a streamed text and its audio are complete.
  package struct SynthesizeStopped: WyomingMessage {
    package static let type = WyomingEventType.synthesizeStopped
    /// Creates an event.
    package init() {}
  }
}
