import Vocative
import WyomingProtocol

extension WyomingEvent.Info {
  /// Describes the services of an assistant.
  ///
  /// Home Assistant uses the first installed program of each kind, and requires an attribution.
  init(assistant: String, wakePhrases: [String], engine: SpeechEngine?) {
    self.init()
    let language = WyomingServices.language
    func program(_ description: String, _ models: [WyomingEvent.Model]) -> WyomingEvent.Program {
      var program = WyomingEvent.Program(name: "vocative", attribution: .vocative, description: description)
      program.models = models
      return program
    }
    func phrases(_ description: String) -> WyomingEvent.Model {
      WyomingEvent.Model(name: assistant, attribution: .vocative, description: description, languages: [language])
    }

    var transcription = program("Vocative", [phrases("The phrases of \(assistant)")])
    transcription.supportsTranscriptStreaming = true
    transcription.requiresExternalVAD = true
    // The front end adjusts the level and the noise floor itself.
    transcription.prefersAutoGainEnabled = false
    transcription.prefersNoiseReductionEnabled = false
    asr = [transcription]
    intent = [program("Vocative", [phrases("The intents of \(assistant)")])]
    handle = [program("Vocative", [phrases("The assistant \(assistant)")])]
    wake = Self.wakeWords(wakePhrases)
    guard let engine else { return }
    var speech = WyomingEvent.Program(name: "vocative", attribution: .vocative, description: "Vocative")
    speech.voices = engine.voices.map {
      WyomingEvent.Model(
        name: $0, attribution: engine.attribution, description: "\($0) (\(engine.program))", languages: [language])
    }
    speech.supportsSynthesizeStreaming = true
    tts = [speech]
  }

  /// Describes a satellite without other stages, which have a separate address.
  init(satellite name: String, wakePhrases: [String]) {
    self.init()
    var satellite = WyomingEvent.Satellite(name: name, attribution: .vocative, description: "Vocative")
    satellite.hasVAD = true
    satellite.supportsTrigger = false
    satellite.activeWakeWords = wakePhrases.map(WakeWordName.of)
    self.satellite = satellite
    // Home Assistant uses them to detect that two satellites have heard the same request.
    wake = Self.wakeWords(wakePhrases)
  }

  private static func wakeWords(_ phrases: [String]) -> [WyomingEvent.Program] {
    guard !phrases.isEmpty else { return [] }
    var program = WyomingEvent.Program(name: "vocative", attribution: .vocative, description: "Vocative")
    program.models = phrases.map {
      WyomingEvent.Model(
        name: WakeWordName.of($0), attribution: .vocative, description: $0, languages: [WyomingServices.language], phrase: $0)
    }
    return [program]
  }
}

extension WyomingEvent.Attribution {
  /// The authors of the acoustic model.
  static let vocative = WyomingEvent.Attribution(name: "CMU Sphinx", url: "https://cmusphinx.github.io")
}

extension SpeechEngine {
  /// The authors of the voices.
  fileprivate var attribution: WyomingEvent.Attribution {
    program == SpeechEngine.flite.program
      ? .init(name: "Carnegie Mellon University", url: "http://cmuflite.org")
      : .init(name: "eSpeak NG", url: "https://github.com/espeak-ng/espeak-ng")
  }
}
