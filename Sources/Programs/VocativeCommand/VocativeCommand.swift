import ArgumentParser
import Foundation
import ProgramOutput
import Vocative
import VocativeEvaluation
import VocativeTuning

/// The `vocative` program.
@main
struct VocativeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vocative",
    abstract: "An offline voice assistant: understands spoken commands and answers them.",
    discussion: "Every command works on this computer alone, unless an option names another one.",
    version: "0.1.0",
    groupedSubcommands: [
      CommandGroup(name: "Conversation", subcommands: [Listen.self, Replay.self, Ask.self, Page.self, Wyoming.self]),
      CommandGroup(name: "Authoring", subcommands: [Check.self, Import.self, Pronounce.self, Assistants.self, Features.self]),
      CommandGroup(name: "Recognition", subcommands: [Tune.self, Evaluate.self]),
      CommandGroup(name: "Data", subcommands: [MoneyCommand.self, Contacts.self, MessagesCommand.self]),
      CommandGroup(name: "Memory", subcommands: [Shortcuts.self, Donations.self, Activities.self, TimelineCommand.self]),
      CommandGroup(
        name: "Daemon",
        subcommands: [
          Status.self, MuteCommand.self, Unmute.self, Reload.self, RestartCommand.self, Say.self, Trigger.self, Events.self,
          VoiceCommand.self,
        ]),
      CommandGroup(name: "Diagnosis", subcommands: [SetupCommand.self, Devices.self, DoctorCommand.self]),
    ])

  /// Runs the command line and ends the process with the matching `sysexits.h` status.
  static func main() async {
    StandardStream.prepare()
    // The process exits here, where every object that led to an error has been released.
    let status = await exitStatus()
    await RunningPrograms.endAll()
    Foundation.exit(status)
  }

  private static func exitStatus() async -> Int32 {
    let arguments = CommandLine.arguments.dropFirst()
    let path = CommandPath(of: arguments, in: Self.self)
    do {
      try requireCommand(in: arguments, path)
      var command = try parseAsRoot()
      // This default command takes any words, also the name of another one.
      if let words = (command as? Activities.Search)?.words, let fault = path.misplacedCommand(where: { $0 == words.first }) {
        throw ValidationError(fault)
      }
      if var asynchronous = command as? any AsyncParsableCommand {
        try await Interruption.handled { try await asynchronous.run() }
      } else {
        try command.run()
      }
      return EXIT_SUCCESS
    } catch let status as ExitStatus {
      return status.rawValue
    } catch is CancellationError {
      StandardError.write("vocative: interrupted; no results were written\n")
      return Interruption.exitStatus
    } catch let error as InterruptedBench {
      StandardError.write("vocative: \(error)\n")
      return Interruption.exitStatus
    } catch let error as ValidationError {
      // The work of a command threw it: the argument parser does not know which, and would print the usage of the program.
      StandardError.write("vocative: error: \(ErrorMessage.text(for: error))\n")
      return ExitStatus.usage.rawValue
    } catch  where exitCode(for: error) == .validationFailure || exitCode(for: error) == .success {
      await RunningPrograms.endAll()
      if exitCode(for: error) == .validationFailure, let fault = path.explanation(of: message(for: error)) {
        StandardError.write("vocative: error: \(PrintableText.lines(fault))\n")
        return ExitStatus.usage.rawValue
      }
      // The argument parser prints help, the version and usage errors itself.
      ProgramStreams.vocative.end(fullMessage(for: error), status: exitCode(for: error).rawValue)
    } catch {
      StandardError.write("vocative: error: \(ErrorMessage.text(for: error))\n")
      return status(for: error).rawValue
    }
  }

  /// Requires that the arguments begin with a command that exists, also behind `help`, for which the argument parser would print the
  /// overview.
  private static func requireCommand(in arguments: ArraySlice<String>, _ path: CommandPath) throws {
    guard arguments.first == "help" else {
      if let fault = path.unknownCommand { throw ValidationError(fault) }
      return
    }
    let topic = arguments.dropFirst().filter { !$0.hasPrefix("-") }
    guard topic != ["help"], let fault = CommandPath(of: topic[...], in: Self.self).unknownTopic else { return }
    throw ValidationError(fault)
  }

  private static func status(for error: any Error) -> ExitStatus {
    switch error {
    case let error as EvaluationManifestError: error.isMissing ? .noInput : .data
    case let error as TuningMaterialError: error.isMissing ? .noInput : .data
    case is RecordingError: .unavailable
    default: ExitStatus(for: error)
    }
  }
}
