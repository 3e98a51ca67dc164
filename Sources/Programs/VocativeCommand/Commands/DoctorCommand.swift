import ArgumentParser
import BuiltInAssistants
import Vocative
import VocativeService

/// `vocative doctor`: checks whether this computer can listen and speak, and prints remedies.
struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check the microphone, the model, the speech engine and the store.",
    discussion: """
      Prints a remedy for each fault. The command checks the daemon's configuration, and uses its devices, model and assistants, \
      unless options name others. Exit status: 0 if all checks pass, 1 otherwise.
      """)

  @OptionGroup var options: RecognitionOptions

  @Option(help: ArgumentHelp("The ALSA device to record from (default: that of the daemon's configuration).", valueName: "name"))
  var device: String?

  @Option(help: ArgumentHelp("The ALSA device to speak on (default: that of the daemon's configuration).", valueName: "name"))
  var outputDevice: String?

  func run() async throws {
    let (configuration, faults) = ConfigurationSources(assistants: .builtIn, flags: [:]).read()
    let hasSelection = options.assistant != nil || !options.intents.isEmpty
    let doctor = Doctor(
      device: device ?? configuration.device, outputDevice: outputDevice ?? configuration.outputDevice,
      modelDirectory: options.model ?? configuration.model,
      assistants: hasSelection ? options.selection : configuration.assistants,
      configurationFaults: faults + configuration.contradictions, logger: options.makeLogger())
    let json = options.json
    let isFine = await doctor.examine { finding in
      (json ? [finding.json] : finding.lines).forEach(StandardOutput.line)
    }
    guard isFine else { throw ExitStatus.no }
  }
}
