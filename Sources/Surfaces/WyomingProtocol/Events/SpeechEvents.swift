package import JSONValues

extension WyomingEvent {
  /// Which voice is wanted, by its name or by a language.
  package struct Voice: Codable, Equatable, Sendable {
    /// The voice's name.
    package let name: String?
    /// The language.
    package let language: String?
    /// Who of several in one voice.
    package let speaker: String?

    /// A wish.
    package init(name: String? = nil, language: String? = nil, speaker: String? = nil) {
      self.name = name
      self.language = language
      self.speaker = speaker
    }
  }

  /// A text is to be spoken.
  package struct Synthesize: WyomingMessage {
    package static let type = WyomingEventType.synthesize
    /// The text.
    package let text: String
    /// By whom.
    package let voice: Voice?
    /// What the answer is to carry.
    package let context: JSONValue?

    /// A request for speech.
    package init(text: String, voice: Voice? = nil, context: JSONValue? = nil) {
      self.text = text
      self.voice = voice
      self.context = context
    }
  }

  /// A text that is to be spoken follows in pieces.
  package struct SynthesizeStart: WyomingMessage {
    package static let type = WyomingEventType.synthesizeStart
    /// By whom.
    package let voice: Voice?

    /// The beginning of a text.
    package init(voice: Voice? = nil) { self.voice = voice }
  }

  /// A piece of a text that is to be spoken.
  package struct SynthesizeChunk: WyomingMessage {
    package static let type = WyomingEventType.synthesizeChunk
    /// The piece, which may end within a word.
    package let text: String

    /// A piece.
    package init(text: String) { self.text = text }
  }

  /// A text that was spoken in pieces is complete, and so is its audio.
  package struct SynthesizeStopped: WyomingMessage {
    package static let type = WyomingEventType.synthesizeStopped
    /// The end of the audio.
    package init() {}
  }
}
