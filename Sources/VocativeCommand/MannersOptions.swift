import ArgumentParser
import Vocative

/// How an assistant behaves at a microphone.
struct MannersOptions: ParsableArguments {
  @Flag(help: "End an answer when somebody says \"stop\" or \"cancel\" over it; without this nothing is heard while speaking.")
  var bargeIn = false

  @Flag(help: "Sound a short tone when a pause follows the wake phrase.")
  var earcon = false

  @Option(
    help: ArgumentHelp(
      "The channel, counted from 0, on which the device records what the loudspeaker plays, of how many: taken out of what is heard.",
      valueName: "channel/channels"), transform: Self.echoReference)
  var echoReference: EchoReference?

  /// The turn loop's settings.
  var configuration: TurnLoop.Configuration {
    var configuration = TurnLoop.Configuration()
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

  /// A channel of so many, as in `1/2`.
  private static func echoReference(_ text: String) throws -> EchoReference {
    guard let reference = EchoReference(text) else {
      throw ValidationError("write a channel, counted from 0, and how many there are, as in 1/2")
    }
    return reference
  }
}
