extension WyomingEvent {
  /// What a service offers.
  package struct Info: WyomingMessage {
    package static let type = WyomingEventType.info
    /// Speech to text.
    package var asr: [Program] = []
    /// Text to speech.
    package var tts: [Program] = []
    /// Handling of what was said.
    package var handle: [Program] = []
    /// Recognition of intents in what was said.
    package var intent: [Program] = []
    /// Wake words.
    package var wake: [Program] = []
    /// The satellite; nil for what is none.
    package var satellite: Satellite?

    /// Nothing yet.
    package init() {}

    /// Reads what there is: services leave out what they do not have.
    package init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      func programs(_ key: CodingKeys) throws -> [Program] { try fields.decodeIfPresent([Program].self, forKey: key) ?? [] }
      asr = try programs(.asr)
      tts = try programs(.tts)
      handle = try programs(.handle)
      intent = try programs(.intent)
      wake = try programs(.wake)
      satellite = try fields.decodeIfPresent(Satellite.self, forKey: .satellite)
    }
  }

  /// Who made something, and where it is from.
  package struct Attribution: Codable, Equatable, Sendable {
    /// Who.
    package let name: String
    /// Where.
    package let url: String

    /// A maker and a place.
    package init(name: String, url: String) {
      self.name = name
      self.url = url
    }
  }

  /// A program of a service.
  package struct Program: Codable, Equatable, Sendable {
    /// Its name, by which it is chosen.
    package var name: String
    /// Who made it.
    package var attribution: Attribution
    /// Whether it can be used now.
    package var installed = true
    /// What it is, for people.
    package var description: String?
    /// Its version.
    package var version: String?
    /// What it works with; nil if the protocol has voices.
    package var models: [Model]?
    /// Whose voices it has; nil if the protocol has models.
    package var voices: [Model]?
    /// Whether transcripts come in pieces before they come as a whole.
    package var supportsTranscriptStreaming: Bool?
    /// Whether a text may come in pieces, each of which is spoken as soon as it makes sentences.
    package var supportsSynthesizeStreaming: Bool?
    /// Whether whoever sends audio has to say where it ends.
    package var requiresExternalVAD: Bool?
    /// Whether audio is to be brought to one level before.
    package var prefersAutoGainEnabled: Bool?
    /// Whether noise is to be taken out before.
    package var prefersNoiseReductionEnabled: Bool?

    /// A program that can be used now.
    package init(name: String, attribution: Attribution, description: String, version: String? = nil) {
      self.name = name
      self.attribution = attribution
      self.description = description
      self.version = version
    }

    enum CodingKeys: String, CodingKey {
      case name, attribution, installed, description, version, models, voices
      case supportsTranscriptStreaming = "supports_transcript_streaming"
      case supportsSynthesizeStreaming = "supports_synthesize_streaming"
      case requiresExternalVAD = "requires_external_vad"
      case prefersAutoGainEnabled = "prefers_auto_gain_enabled"
      case prefersNoiseReductionEnabled = "prefers_noise_reduction_enabled"
    }
  }

  /// A model or a voice of a program.
  package struct Model: Codable, Equatable, Sendable {
    /// Its name, by which it is chosen.
    package var name: String
    /// Who made it.
    package var attribution: Attribution
    /// Whether it can be used now.
    package var installed = true
    /// What it is, for people.
    package var description: String?
    /// Its version.
    package var version: String?
    /// The languages it is for.
    package var languages: [String]
    /// The phrase of a wake word.
    package var phrase: String?

    /// A model that can be used now.
    package init(
      name: String, attribution: Attribution, description: String, languages: [String], phrase: String? = nil
    ) {
      self.name = name
      self.attribution = attribution
      self.description = description
      self.languages = languages
      self.phrase = phrase
    }
  }

  /// What there is to know about a satellite.
  package struct Satellite: Codable, Equatable, Sendable {
    /// Its name.
    package var name: String
    /// Who made it.
    package var attribution: Attribution
    /// Whether it can be used now.
    package var installed = true
    /// What it is, for people.
    package var description: String?
    /// Its version.
    package var version: String?
    /// The part of the house it is in.
    package var area: String?
    /// Whether it finds the end of a command itself.
    package var hasVAD: Bool?
    /// The wake words it listens for.
    package var activeWakeWords: [String]?
    /// Whether it can be told to listen.
    package var supportsTrigger: Bool?

    /// A satellite that can be used now.
    package init(name: String, attribution: Attribution, description: String) {
      self.name = name
      self.attribution = attribution
      self.description = description
    }

    enum CodingKeys: String, CodingKey {
      case name, attribution, installed, description, version, area
      case hasVAD = "has_vad"
      case activeWakeWords = "active_wake_words"
      case supportsTrigger = "supports_trigger"
    }
  }
}
