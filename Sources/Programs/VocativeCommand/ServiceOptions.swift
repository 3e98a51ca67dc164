import ArgumentParser
import Logging
import Vocative
import VocativeWyoming

/// The stages that external Wyoming services perform.
struct ServiceOptions: ParsableArguments {
  @Option(
    name: .customLong("asr-uri"),
    help: ArgumentHelp(
      "A Wyoming service that transcribes commands, such as Whisper; Vocative does if it does not answer in time (default: none).",
      valueName: "uri"), transform: WyomingAddress.init(option:))
  var transcription: WyomingAddress?

  @Option(
    name: .customLong("tts-uri"),
    help: ArgumentHelp(
      "A Wyoming service that speaks answers, such as Piper; a local engine does if it does not answer in time (default: none).",
      valueName: "uri"), transform: WyomingAddress.init(option:))
  var speech: WyomingAddress?

  @Option(
    name: .customLong("wake-uri"),
    help: ArgumentHelp(
      "A Wyoming service that detects wake phrases, such as openWakeWord; Vocative does if it does not answer (default: none).",
      valueName: "uri"), transform: WyomingAddress.init(option:))
  var wake: WyomingAddress?

  /// What finds the wake phrases; nil for what comes with Vocative.
  func wakeWords(logger: Logger) -> (any WakeWordService)? { wake.map { WyomingWakeWords($0, logger: logger) } }

  /// What commands are heard with; nil for what comes with Vocative.
  func recognizer(model: RecognitionModel, logger: Logger) throws -> sending (any UtteranceRecognizer)? {
    guard let transcription else { return nil }
    return WyomingRecognizer(transcription, model: model, logger: logger)
  }

  /// What answers are spoken with.
  func synthesizer(_ options: SpeechOptions, logger: Logger) throws -> any Synthesizer {
    guard let speech else { return try options.synthesizer() }
    return SpeakingSynthesizer(
      service: speech, fallback: try .installed(), output: options.output, logger: logger)
  }
}

extension WyomingAddress {
  /// An address as an option names it.
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
