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

  /// The stages of the pipeline, with the external services that are given.
  func stages(model: RecognitionModel, speech options: SpeechOptions, control: SpeechControl, logger: Logger) throws
    -> sending TurnLoop.Stages
  {
    var stages = TurnLoop.Stages(model: model, synthesizer: try synthesizer(options, control, logger: logger))
    stages.recognizer = transcription.map { WyomingRecognizer($0, model: model, logger: logger) }
    stages.wakeWords = wake.map { WyomingWakeWords($0, logger: logger) }
    return stages
  }

  private func synthesizer(_ options: SpeechOptions, _ control: SpeechControl, logger: Logger) throws -> any Synthesizer {
    guard let speech else { return try options.synthesizer(control) }
    return SpeakingSynthesizer(
      service: speech, fallback: try .installed(), output: options.output, style: { control.style }, logger: logger)
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
