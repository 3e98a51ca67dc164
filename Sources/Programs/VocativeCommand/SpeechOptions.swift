import ArgumentParser
import Logging
import Vocative

/// Options for spoken answers.
struct SpeechOptions: ParsableArguments {
  @Flag(help: "Speak the answers.")
  var speak = false

  @Option(help: ArgumentHelp("The ALSA device to speak on; implies --speak (default: default).", valueName: "name"))
  var outputDevice: String?

  @Option(help: ArgumentHelp("Write the last answer to this WAV file instead of playing it (default: none).", valueName: "file"))
  var speechFile: String?

  @OptionGroup var style: VoiceOptions

  func validate() throws {
    guard outputDevice == nil || speechFile == nil else {
      throw ValidationError("--output-device and --speech-file exclude each other")
    }
    if speechFile == "-" {
      throw ValidationError(
        "--speech-file -: the events are printed on standard output; name a file, or ./- for a file of that name")
    }
    if let speechFile { try OutputPath.requireFile(speechFile, "--speech-file") }
  }

  /// The selected synthesizer.
  ///
  /// The default is silent, since every answer is printed anyway.
  func synthesizer(_ control: SpeechControl) throws -> any Synthesizer {
    guard isAudible else { return RecordingSynthesizer() }
    return SpeakingSynthesizer(engine: try .installed(), output: output, style: { control.style })
  }

  /// The control of the speech, which options and earlier requests set.
  ///
  /// - Parameters:
  ///   - isService: Whether an external service speaks, which has voices of its own.
  ///   - isTrial: Whether changes are forgotten at the end, like those of sample data.
  /// - Throws: `UnwritableOutput` if the file of --speech-file cannot be written, or an error of the speech engine.
  func control(isService: Bool = false, isTrial: Bool = false, logger: Logger) throws -> SpeechControl {
    try OutputPath.requirePermission(speechFile, "--speech-file")
    return try style.control(isService: isService, isTrial: isTrial, logger: logger)
  }

  private var isAudible: Bool { speak || outputDevice != nil || speechFile != nil }

  /// The destination of speech.
  var output: SpeakingSynthesizer.Output { speechFile.map { .file($0) } ?? .device(outputDevice ?? "default") }
}

/// Options for the volume, the speed and the voice of speech.
struct VoiceOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The volume in percent of the engine's own, from 10 to 150 (default: 100).", valueName: "percent"))
  var volume: Int?

  @Option(help: ArgumentHelp("The speed in percent of the engine's own, from 50 to 200 (default: 100).", valueName: "percent"))
  var speed: Int?

  @Option(help: ArgumentHelp("The voice of the speech engine, such as slt (default: the engine's default).", valueName: "name"))
  var voice: String?

  func validate() throws {
    if let volume, !SpeechStyle.volumes.contains(volume) { throw ValidationError("--volume must be from 10 to 150") }
    if let speed, !SpeechStyle.speeds.contains(speed) { throw ValidationError("--speed must be from 50 to 200") }
  }

  /// The control of the speech, which options and earlier requests set.
  ///
  /// - Parameters:
  ///   - isService: Whether an external service speaks, which has voices of its own.
  ///   - isTrial: Whether changes are forgotten at the end, like those of sample data.
  func control(isService: Bool = false, isTrial: Bool = false, logger: Logger) throws -> SpeechControl {
    var abilities = SpeechControl.Abilities.installed
    if isService {
      abilities = SpeechControl.Abilities(voices: [voice].compactMap(\.self), hasSpeed: false)
    } else if let voice {
      try SpeechEngine.installed().require(voice)
    }
    let style = SpeechStyle(volume: volume ?? 100, speed: speed ?? 100, voice: voice)
    return SpeechControl(configured: style, abilities: abilities, file: .user, isTrial: isTrial, logger: logger)
  }
}
