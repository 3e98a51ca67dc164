import ArgumentParser
import Vocative

/// Options for spoken answers.
struct SpeechOptions: ParsableArguments {
  @Flag(help: "Speak the answers.")
  var speak = false

  @Option(help: ArgumentHelp("The ALSA device to speak on; implies --speak (default: default).", valueName: "name"))
  var outputDevice: String?

  @Option(help: ArgumentHelp("Write the last answer to this WAV file instead of playing it (default: none).", valueName: "file"))
  var speechFile: String?

  func validate() throws {
    guard outputDevice == nil || speechFile == nil else {
      throw ValidationError("--output-device and --speech-file exclude each other")
    }
    if speechFile == "-" {
      throw ValidationError(
        "--speech-file -: the events are printed on standard output; name a file, or ./- for a file of that name")
    }
    if let speechFile { try OutputPath.requireWritable(speechFile, "--speech-file") }
  }

  /// The selected synthesizer.
  ///
  /// The default is silent, since every answer is printed anyway.
  func synthesizer() throws -> any Synthesizer {
    guard speak || outputDevice != nil || speechFile != nil else { return RecordingSynthesizer() }
    let engine = try SpeechEngine.installed()
    return SpeakingSynthesizer(engine: engine, output: output)
  }

  /// The destination of speech.
  var output: SpeakingSynthesizer.Output { speechFile.map { .file($0) } ?? .device(outputDevice ?? "default") }
}
