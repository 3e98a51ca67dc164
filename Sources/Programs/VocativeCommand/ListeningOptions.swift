import ArgumentParser
import Vocative

/// Options for listening at a microphone.
struct ListeningOptions: ParsableArguments {
  @Flag(help: "End an answer at \"stop\" or \"cancel\" (default: do not listen while speaking).")
  var bargeIn = false

  @Flag(help: "Play a short tone when a pause follows the wake phrase.")
  var earcon = false

  @Option(
    help: ArgumentHelp(
      "The channel, counted from 0, that records the loudspeaker, and the number of channels; the echo is subtracted (default: none).",
      valueName: "channel/channels"), transform: Self.echoReference)
  var echoReference: EchoReference?

  @OptionGroup var sentence: SentenceOptions

  /// The turn loop's settings.
  var configuration: TurnLoop.Configuration {
    var configuration = sentence.configuration
    if bargeIn { configuration.bargeIn = BargeIn() }
    if earcon { configuration.earcon = Earcon() }
    return configuration
  }

  /// The microphone's settings.
  var microphone: MicrophoneSource.Configuration {
    var configuration = MicrophoneSource.Configuration()
    configuration.echoReference = echoReference
    return configuration
  }

  /// A channel and the number of channels, as in `1/2`.
  private static func echoReference(_ text: String) throws -> EchoReference {
    guard let reference = EchoReference(text) else {
      throw ValidationError("expected a channel, counted from 0, and the number of channels, 2 to 32, as in 1/2")
    }
    return reference
  }
}
