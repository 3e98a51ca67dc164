import ArgumentParser
import Logging
import Vocative
import VocativeWyoming

/// The stages that external Wyoming services perform.
struct ServiceOptions: ParsableArguments {
  @Option(
    name: .customLong("asr-uri"),
    help: ArgumentHelp(
      "A Wyoming service that transcribes commands, such as Whisper; Vocative is the fallback (default: none).",
      valueName: "uri"), transform: WyomingAddress.init(option:))
  var transcription: WyomingAddress?

  @Option(
    name: .customLong("tts-uri"),
    help: ArgumentHelp(
      "A Wyoming service that speaks answers, such as Piper; a local engine is the fallback (default: none).",
      valueName: "uri"), transform: WyomingAddress.init(option:))
  var speech: WyomingAddress?

  @Option(
    name: .customLong("wake-uri"),
    help: ArgumentHelp(
      "A Wyoming service that detects wake phrases, such as openWakeWord; Vocative is the fallback (default: none).",
      valueName: "uri"), transform: WyomingAddress.init(option:))
  var wake: WyomingAddress?

  /// The external wake phrase detector; nil for Vocative's own.
  func wakeWords(logger: Logger) -> (any WakeWordService)? { wake.map { WyomingWakeWords($0, logger: logger) } }

  /// The external recognizer of commands; nil for Vocative's own.
  func recognizer(model: RecognitionModel, logger: Logger) throws -> sending (any UtteranceRecognizer)? {
    guard let transcription else { return nil }
    return WyomingRecognizer(transcription, model: model, logger: logger)
  }

  /// The synthesizer for answers.
  func synthesizer(_ options: SpeechOptions, logger: Logger) throws -> any Synthesizer {
    guard let speech else { return try options.synthesizer() }
    return SpeakingSynthesizer(
      service: speech, fallback: try .installed(), output: options.output, logger: logger)
  }
}

extension WyomingAddress {
  /// Parses the address of an option.
  ///
  /// - Throws: `ValidationError`, which ends the program as wrong usage.
  init(option: String) throws {
    do throws(WyomingAddressError) {
      try self.init(uri: option)
    } catch {
      throw ValidationError(error.description)
    }
  }
}
