import ArgumentParser
import BuiltInAssistants
import Vocative
import VocativeService

/// `vocative doctor`: checks whether this computer can listen and speak, and prints remedies.
struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check the microphone, the model, the speech engine and the store.",
    discussion: "Prints a remedy for each fault. Exit status: 0 if all checks pass, 1 otherwise.")

  @OptionGroup var options: AssistantOptions

  @Option(help: ArgumentHelp("The ALSA device to record from (default: that of the daemon's configuration).", valueName: "name"))
  var device: String?

  @Option(help: ArgumentHelp("The ALSA device to speak on (default: that of the daemon's configuration).", valueName: "name"))
  var outputDevice: String?

  func run() async throws {
    let (settings, configuration) = (Settings.all, try? ConfigurationSources(assistants: .builtIn, flags: [:]).load())
    let doctor = Doctor(
      device: device ?? configuration?.device ?? settings.device.defaultValue,
      outputDevice: outputDevice ?? configuration?.outputDevice ?? settings.outputDevice.defaultValue,
      modelDirectory: options.model, assistants: options.selection, logger: options.makeLogger())
    let json = options.json
    let isFine = await doctor.examine { finding in
      (json ? [finding.json] : finding.lines).forEach(StandardOutput.line)
    }
    guard isFine else { throw ExitStatus.no }
  }
}
