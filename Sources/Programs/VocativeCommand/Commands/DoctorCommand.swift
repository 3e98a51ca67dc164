import ArgumentParser
import Vocative

/// `vocative doctor`: checks whether this computer can listen and speak, and prints remedies.
struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check the microphone, the model, the speech engine and the store.",
    discussion: "Prints a remedy for each fault. Exit status: 0 if all checks pass, 1 otherwise.")

  @OptionGroup var options: AssistantOptions

  @Option(help: ArgumentHelp("The ALSA device to record from.", valueName: "name"))
  var device = "default"

  @Option(help: ArgumentHelp("The ALSA device to speak on.", valueName: "name"))
  var outputDevice = "default"

  func run() async throws {
    let doctor = Doctor(
      device: device, outputDevice: outputDevice, modelDirectory: options.model, assistants: options.selection,
      logger: options.makeLogger())
    let json = options.json
    let isFine = await doctor.examine { finding in
      (json ? [finding.json] : finding.lines).forEach(StandardOutput.line)
    }
    guard isFine else { throw ExitStatus.no }
  }
}
