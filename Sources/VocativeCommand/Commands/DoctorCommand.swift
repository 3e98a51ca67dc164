import ArgumentParser
import Vocative

/// `vocative doctor`: whether this machine can hear and speak, and what to type when not.
struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check the microphone, the model, the speech engine and the store.",
    discussion: "Exit status 0 when all is fine, 1 when there is a fault.")

  @OptionGroup var options: AssistantOptions

  @Option(help: ArgumentHelp("The ALSA device to record from.", valueName: "name"))
  var device = "default"

  @Option(help: ArgumentHelp("The ALSA device to speak on.", valueName: "name"))
  var outputDevice = "default"

  func run() async throws {
    let doctor = Doctor(
      device: device, outputDevice: outputDevice, modelDirectory: options.model, assistant: options.choice,
      logger: options.makeLogger())
    let json = options.json
    let isFine = await doctor.examine { finding in
      (json ? [finding.json] : finding.lines).forEach(StandardOutput.line)
    }
    guard isFine else { throw ExitStatus.no }
  }
}
