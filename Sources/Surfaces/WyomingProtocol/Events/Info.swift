extension WyomingEvent {
  /// Information about a service.
  package struct Info: WyomingMessage {
    package static let type = WyomingEventType.info
    /// Speech to text.
    package var asr: [Program] = []
    /// Text to speech.
    package var tts: [Program] = []
    /// Handling of intents.
    package var handle: [Program] = []
    /// Recognition of intents.
    package var intent: [Program] = []
    /// Wake words.
    package var wake: [Program] = []
    /// The satellite; nil if the service is not a satellite.
    package var satellite: Satellite?

    /// Creates empty information.
    package init() {}

    /// Decodes the fields that are present; services leave out the rest.
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

  /// The author and the source of a program or model.
  package struct Attribution: Codable, Equatable, Sendable {
    /// The author.
    package let name: String
    /// The source's address.
    package let url: String

    /// Creates an attribution.
    package init(name: String, url: String) {
      self.name = name
      self.url = url
    }
  }

  /// A program of a service.
  package struct Program: Codable, Equatable, Sendable {
    /// The name, which selects it.
    package var name: String
    /// The attribution.
    package var attribution: Attribution
    /// Whether it is installed.
    package var installed = true
    /// A human-readable description.
    package var description: String?
    /// Its version.
    package var version: String?
    /// Its models; nil for a program with voices.
    package var models: [Model]?
    /// Its voices; nil for a program with models.
    package var voices: [Model]?
    /// Whether transcripts are streamed before they are sent as a whole.
    package var supportsTranscriptStreaming: Bool?
    /// Whether a text may be streamed and is spoken sentence by sentence.
    package var supportsSynthesizeStreaming: Bool?
    /// Whether the sender of audio must mark its end.
    package var requiresExternalVAD: Bool?
    /// Whether the audio should be level-adjusted first.
    package var prefersAutoGainEnabled: Bool?
    /// Whether noise should be removed first.
    package var prefersNoiseReductionEnabled: Bool?

    /// Creates an installed program.
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
    /// The name, which selects it.
    package var name: String
    /// The attribution.
    package var attribution: Attribution
    /// Whether it is installed.
    package var installed = true
    /// A human-readable description.
    package var description: String?
    /// Its version.
    package var version: String?
    /// The supported languages.
    package var languages: [String]
    /// The phrase of a wake word.
    package var phrase: String?

    /// Creates an installed model.
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

  /// Information about a satellite.
  package struct Satellite: Codable, Equatable, Sendable {
    /// Its name.
    package var name: String
    /// The attribution.
    package var attribution: Attribution
    /// Whether it is installed.
    package var installed = true
    /// A human-readable description.
    package var description: String?
    /// Its version.
    package var version: String?
    /// The area of the home.
    package var area: String?
    /// Whether it detects the end of a command itself.
    package var hasVAD: Bool?
    /// The wake words it listens for.
    package var activeWakeWords: [String]?
    /// Whether it can be triggered remotely.
    package var supportsTrigger: Bool?

    /// Creates an installed satellite.
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
